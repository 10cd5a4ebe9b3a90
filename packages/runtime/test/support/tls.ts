import { readFileSync } from 'node:fs';

/**
 * A certificate for `localhost` and 127.0.0.1, signed by itself, valid until 2120; for tests only, since everybody knows
 * its key. Made by `openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost`, then
 * `openssl ca -selfsign` with the extension `subjectAltName = DNS:localhost, IP:127.0.0.1`.
 */
export const certificate: { readonly cert: string; readonly key: string } = {
  cert: pem('cert.pem'),
  key: pem('key.pem'),
};

function pem(file: string): string {
  return readFileSync(new URL(`../fixtures/tls/${file}`, import.meta.url), 'utf8');
}
