/* eslint-disable */
// The routes by their names, and the parameters of their paths. Written by fw types: do not edit.
import 'fw-runtime';

declare module 'fw-runtime' {
  interface Routes {
    readonly home: {};
    readonly ping: {};
    readonly post: {};
  }
}
