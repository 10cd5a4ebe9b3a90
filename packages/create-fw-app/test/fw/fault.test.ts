import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { faultIn } from '../../src/fw/dev/fault.ts';
import { emptyFolder, writeFiles } from '../folders.ts';

let root: string;
let url: string;

beforeEach(async () => {
  root = join(await emptyFolder(), 'site #1');
  url = pathToFileURL(root).href;
  await writeFiles(root, { 'src/db.ts': 'const db = 1;\n\tconnect(db);\n' });
});

test('what was thrown is told by its message and the innermost line of the site itself', () => {
  const printed = `${url}/src/db.ts:2
	connect(db);
 ^

Error: no route to host
    at connect (${url}/node_modules/db/index.js:7:9)
    at ${url}/src/db.ts:2:2
    at ModuleJob.run (node:internal/modules/esm/module_job:325:25)

Node.js v24.0.0
`;

  expect(faultIn(root, printed)).toEqual([
    'Error: no route to host',
    '  src/db.ts:2:2',
    '  2 |  connect(db);',
    '    |  ^',
  ]);
});

test('a fault that run() tells in one line is told as it is', () => {
  expect(faultIn(root, 'Port 8080 on 0.0.0.0 is in use.\n')).toEqual(['Port 8080 on 0.0.0.0 is in use.']);
});

test('one mistake that keeps several files of configuration from loading is told once', () => {
  const received = 'expected a file that loads, received SyntaxError: Expression expected (src/db.ts:2)';
  const printed = `[ConfigError: The configuration has 2 faults:\n- x.ts: ${received}\n- y.ts: ${received}]\n`;

  expect(faultIn(root, printed)).toEqual([
    'ConfigError: The configuration has 2 faults:',
    `- x.ts: ${received}`,
    '  src/db.ts:2',
    '  2 |  connect(db);',
  ]);
});

test('a long message is cut', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `- fault ${index}`);

  expect(faultIn(root, `[ConfigError: many:\n${lines.join('\n')}]`)).toHaveLength(7);
});
