// Fw, variant A.
import { Application } from 'fw-runtime/a';
import { serve } from './fw-app.mjs';

export function start(options) {
  return serve(Application, options);
}
