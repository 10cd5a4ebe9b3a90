// Fw in either variant, with `server.document_root`.
import { folder } from './folder.mjs';

export async function start({ variant, ...options }) {
  const { createApp } = await import(`../fw-${variant}.mjs`);
  const app = await createApp({ ...options, server: { document_root: folder } });
  const server = await app.run({ host: '127.0.0.1', port: 0, silent: true, signals: false });
  return server.port;
}
