import { expect, test } from 'vitest';
import { startErrorMessage } from '../../../src/server/node/run-options.ts';

test.each<[unknown, string]>([
  [
    { code: 'EADDRINUSE', address: '127.0.0.1', port: 8080, message: 'listen EADDRINUSE' },
    'Port 8080 on 127.0.0.1 is in use: stop the process that listens there, or set PORT to another port.',
  ],
  [
    { code: 'EACCES', address: '0.0.0.0', port: 80, message: 'listen EACCES' },
    "Listening on port 80 of 0.0.0.0 isn't permitted: set PORT to a port above 1023.",
  ],
  [new Error('No database.'), 'The server cannot start: No database.'],
  ['No database.', 'The server cannot start: No database.'],
])('a server that cannot start because of %o prints one line (S1)', (error, line) => {
  expect(startErrorMessage(error)).toBe(line);
});
