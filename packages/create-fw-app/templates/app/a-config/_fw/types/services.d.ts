/* eslint-disable */
// The services of config/autoload/. Written by fw types: do not edit; what `Services` of this site says counts more.
import type { MadeBy } from 'fw-runtime';

declare module 'fw-runtime' {
  interface ConfiguredServices {
    readonly Application: MadeBy<typeof import('fw-runtime/a').ApplicationFactory>;
  }
}
