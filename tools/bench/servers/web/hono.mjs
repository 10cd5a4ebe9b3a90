// Hono, served by the runtime's own server.
import { createApp } from '../hono.mjs';
import { listen } from './listen.mjs';

export function start(options) {
  return listen(createApp(options).fetch);
}
