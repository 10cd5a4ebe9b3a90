// Hono on @hono/node-server, with a server of node:http2.
import { createSecureServer } from 'node:http2';
import { serve } from '@hono/node-server';
import { cert, key } from '../../certificate.mjs';
import { createApp } from '../hono.mjs';

export async function start(options) {
  const { fetch } = createApp(options);
  const serverOptions = { cert, key };
  return new Promise((resolve) => {
    serve(
      { fetch, hostname: '127.0.0.1', port: 0, createServer: createSecureServer, serverOptions },
      ({ port }) => resolve(port),
    );
  });
}
