import { serve } from './serve.mjs';

export { usage } from './serve.mjs';

export function start(options) {
  return serve(`import { createApp } from '../hono.mjs';
export default createApp(${JSON.stringify(options)});`);
}
