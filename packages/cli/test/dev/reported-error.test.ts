import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { errorIn } from '../../src/dev/reported-error.ts';
import { emptyFolder, writeFiles } from '../../../command-line/test/folders.ts';

let root: string;
let url: string;

beforeEach(async () => {
  root = join(await emptyFolder(), 'site #1');
  url = pathToFileURL(root).href;
  await writeFiles(root, { 'src/db.ts': 'const db = 1;\n\tconnect(db);\n' });
});

test('a thrown error is printed with its message and the innermost line of the project itself', () => {
  const printed = `${url}/src/db.ts:2
	connect(db);
 ^

Error: no route to host
    at connect (${url}/node_modules/db/index.js:7:9)
    at ${url}/src/db.ts:2:2
    at ModuleJob.run (node:internal/modules/esm/module_job:325:25)

Node.js v24.0.0
`;

  expect(errorIn(root, printed)).toEqual([
    'Error: no route to host',
    '  src/db.ts:2:2',
    '  2 |  connect(db);',
    '    |  ^',
  ]);
});

test('an error that run() prints in one line is printed unchanged', () => {
  expect(errorIn(root, 'Port 8080 on 0.0.0.0 is in use.\n')).toEqual(['Port 8080 on 0.0.0.0 is in use.']);
});

test('one error that prevents configuration files from loading is printed once, unchanged', () => {
  const received = `expected a file that loads, received SyntaxError: Expression expected (${root}/src/db.ts:2)`;
  const printed = `[ConfigError: The configuration has 2 errors:\n- x.ts: ${received}\n- y.ts: ${received}]\n`;

  expect(errorIn(root, printed)).toEqual([
    'SyntaxError: Expression expected (src/db.ts:2)',
    '  src/db.ts:2',
    '  2 |  connect(db);',
  ]);
});

test('the configuration file is named if the error has no location', () => {
  const received = 'expected a file that loads, received SyntaxError: Unexpected end of JSON input';
  const lines = ['ConfigError: The configuration has an error:', `- x.json: ${received}`];

  expect(errorIn(root, `[${lines.join('\n')}]\n`)).toEqual(lines);
});

test('a missing module is printed with the line that imports it', async () => {
  await writeFiles(root, { 'src/x.ts': "import './db.ts';\r\nimport { y } from '#app/y';\r\n" });
  const missing = `Cannot find module '${root}/src/y.ts' imported from ${root}/src/x.ts`;

  for (const printed of [
    `[ConfigError: The configuration has an error:\n- config/a.ts: expected a file that loads, received Error: ${missing}]\n`,
    `node:internal/modules/esm/resolve:1\n\nError: ${missing}\n    at finalizeResolution (node:internal/modules/esm/resolve:1:1)\n`,
  ]) {
    expect(errorIn(root, printed)).toEqual([
      "Error: Cannot find module 'src/y.ts' imported from src/x.ts",
      '  src/x.ts:2',
      "  2 | import { y } from '#app/y';",
    ]);
  }
});

test('a long message is printed in full, with its cause at the end', () => {
  const message = `Error: cannot read ${'x'.repeat(500)}: EACCES, permission denied`;

  expect(errorIn(root, `${message}\n`)).toEqual([message]);
});

test('a message of thousands of characters is shortened in the middle, so that its cause at the end remains', () => {
  const [reported = ''] = errorIn(root, `Error: ${root}/${'x'.repeat(5000)}: EACCES\n`);

  expect(reported).toMatch(/^Error: x{900,} … x{900,}: EACCES$/);
});

test('the causes of an error are printed', () => {
  const printed = `Error: The database cannot be opened.
    at open (${url}/src/db.ts:2:2) {
  [cause]: Error: connect ECONNREFUSED 127.0.0.1:5432
      at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1611:16) {
    errno: -111,
    [cause]: TypeError: no route {
      code: 'X'
    }
  }
}
`;

  expect(errorIn(root, printed).slice(0, 3)).toEqual([
    'Error: The database cannot be opened.',
    'Caused by: Error: connect ECONNREFUSED 127.0.0.1:5432',
    'Caused by: TypeError: no route',
  ]);
});

test('a long message is shortened', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `- fault ${index}`);

  expect(errorIn(root, `[ConfigError: many:\n${lines.join('\n')}]`)).toHaveLength(7);
});
