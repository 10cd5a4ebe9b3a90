import { createHmac, createPublicKey } from 'node:crypto';

/** The public key of the issuer. Its private key signed TOKEN, and was thrown away. */
const n =
  'u_j6_1UX-fBPm1bDBjkYuYutcGPhZLs6ORhQR7FYrShQQoEZwP_9Ymrqok4TX4N8g7UuwxqzIW74CAbZZ79m03gZlsg8UPld5nSU' +
  'xVXLhmZiX1e6wSxNgmtM998t_79mA5-dOxdTyfjUIo-cbzjID1TutYEF0nb2UHnZOyWgIZainffLOyX2UIuoSwdK71dSWRSjrw5r' +
  'ZUeWsm0x1sHjEBWhXTMzvcNTbRUhpuiVkCDB4sv2zSjashSjRcaY9dnogaswAqUKrWmT8Krg82nJlfBqC8lklk4S3DIRP-0U3is0' +
  'mJWirrJr-DafYt-77a9uxilexbshR5DGKo2payWugw';

export const KEY = { kty: 'RSA', e: 'AQAB', kid: '1', n };
const PEM = createPublicKey({ key: KEY, format: 'jwk' }).export({ type: 'spki', format: 'pem' });

const TOKEN =
  'eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6IjEifQ.eyJzdWIiOiJhZGEiLCJleHAiOjQxMDI0NDQ4MDB9.TRhO9ivU' +
  'f7KPnYjYhkCatIpduQNIQXBVXTd9uFfTthv3BJxngaGs9pMG9Ftpl2swiI_jDcUTiQZdhkOxsnD6-e0HTrQ0kXs__CD2zwUbYffD' +
  'GRflM-1p3w7IIX_z6z6DdeSjXhxWK3p51SLpc8mT88_wToovX0mqNqsWZigapsG8Upt-3aeCJzxSfYw4kpgr4FBOBHbg_8UnkGYN' +
  'vPSueEsLJZGtVVxl7pINJU34pY1Y6CW41wPUIbYsYQ9p2FwQeE5tK8bErbGk6xrEkfECh0NQQzvrz5Lb425su7Qv-JmdYtNmwfBJ' +
  'Sjm-cKNsINqu4GyFlt9wGkQt13jJK1NgRA';

/** A token that its holder made up: signed with the public key as if it were a secret, or not at all. */
function forge(header, secret) {
  const parts = [header, { sub: 'ada', exp: 4_102_444_800 }];
  const data = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature = secret === undefined ? '' : createHmac('sha256', secret).update(data).digest('base64url');
  return { target: '/me', headers: { Authorization: `Bearer ${data}.${signature}` } };
}

const requests = [
  forge({ alg: 'HS256', typ: 'JWT', kid: '1' }, PEM),
  forge({ alg: 'HS256', typ: 'JWT', kid: '1' }, PEM.trim()),
  forge({ alg: 'HS256', typ: 'JWT', kid: '1' }, JSON.stringify(KEY)),
  forge({ alg: 'HS256', typ: 'JWT', kid: '1' }, KEY.n),
  forge({ alg: 'HS256', typ: 'JWT', kid: '1' }, ''),
  forge({ alg: 'none', typ: 'JWT', kid: '1' }),
  forge({ alg: 'None', typ: 'JWT' }),
  forge({ alg: 'RS256', typ: 'JWT', kid: '1' }),
  forge({ alg: 'RS256', typ: 'JWT', kid: '1' }, PEM),
];

const shared = { control: ['/me'], credentials: `Bearer ${TOKEN}`, denied: '401', requests };

/** The token determines how it is checked. */
export const tokens = {
  'token-algorithm': {
    title: 'A token whose algorithm isn’t the one of the key',
    app: { tokens: { at: '/me', by: 'key' }, routes: [{ path: '/me' }] },
    ...shared,
  },
  'token-algorithm-of-key-set': {
    title: 'The same with a key set whose keys name no algorithm',
    app: { tokens: { at: '/me', by: 'jwks' }, routes: [{ path: '/me' }] },
    ...shared,
  },
};
