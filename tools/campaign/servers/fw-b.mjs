// Fw, variant B.
import { Application } from 'fw-runtime/b';
import { serve } from './fw-app.mjs';

export function start(options) {
  return serve(Application, options);
}
