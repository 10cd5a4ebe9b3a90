// Fw in either variant, with the option `tls`.
import { cert, key } from '../../certificate.mjs';

export async function start({ variant, ...options }) {
  const { createApp } = await import(`../fw-${variant}.mjs`);
  const app = await createApp(options);
  const tls = { cert, key };
  const server = await app.run({ host: '127.0.0.1', port: 0, tls, silent: true, signals: false });
  return server.port;
}
