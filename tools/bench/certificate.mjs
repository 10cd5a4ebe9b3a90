// The certificate of the TLS servers: the one of the tests, for 127.0.0.1.
import { readFileSync } from 'node:fs';

const folder = new URL('../../packages/runtime/test/fixtures/tls/', import.meta.url);
export const cert = readFileSync(new URL('cert.pem', folder), 'utf8');
export const key = readFileSync(new URL('key.pem', folder), 'utf8');
