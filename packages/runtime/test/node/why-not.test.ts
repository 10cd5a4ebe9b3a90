import { expect, test } from 'vitest';
import { whyNot } from '../../src/node/process/why-not.ts';

test.each<[unknown, string]>([
  [
    { code: 'EADDRINUSE', address: '127.0.0.1', port: 8080, message: 'listen EADDRINUSE' },
    'Port 8080 on 127.0.0.1 is in use; stop what listens there, or set PORT to another.',
  ],
  [
    { code: 'EACCES', address: '0.0.0.0', port: 80, message: 'listen EACCES' },
    'Port 80 on 0.0.0.0 needs more rights; set PORT to one above 1023.',
  ],
  [new Error('No database.'), 'The server cannot start: No database.'],
  ['No database.', 'The server cannot start: No database.'],
])('a server that cannot start because of %o prints one line (S1)', (error, line) => {
  expect(whyNot(error)).toBe(line);
});
