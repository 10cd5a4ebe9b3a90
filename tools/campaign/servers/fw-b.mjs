// Fw, variant B.
import { Application } from 'fw-runtime/b';
import { serve } from './fw-site.mjs';

export function start(options) {
  return serve(Application, options);
}
