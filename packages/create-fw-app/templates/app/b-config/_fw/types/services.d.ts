/* eslint-disable */
// The services of config/autoload/. Written by fw types: do not edit; the project's own `Services` takes precedence.
import type { MadeBy } from 'fw-runtime';

declare module 'fw-runtime' {
  interface ConfiguredServices {
    readonly Application: MadeBy<typeof import('fw-runtime/b').ApplicationFactory>;
  }
}
