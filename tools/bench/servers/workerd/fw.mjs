import { serve } from './serve.mjs';

export { usage } from './serve.mjs';

export function start({ variant, ...options }) {
  return serve(`import { createApp } from '../fw-${variant}.mjs';
export default await createApp(${JSON.stringify(options)});`);
}
