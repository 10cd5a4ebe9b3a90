import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RequestRecord } from '../../src/recorder/request-json.ts';
import { projectName, projectRoot } from '../../src/project/project-root.ts';
import { ProjectTools } from '../../src/inspector-page/project-tools.ts';

const answered: RequestRecord = {
  id: '1',
  time: '',
  method: 'GET',
  url: '/',
  outcome: 'answered',
  status: 200,
  request: { headers: [] },
  layers: [{ name: 'home', kind: 'middleware', depth: 0, entered: 0 }],
  services: [],
  errors: [],
};
/** A program that replaces `fw` and records its arguments. */
const STAND_IN = `
import { readFileSync, writeFileSync } from 'node:fs';
const [command, ...words] = process.argv.slice(2);
const input = readFileSync(0, 'utf8');
writeFileSync('told.json', JSON.stringify({ command, words, input, cwd: process.cwd() }));
if (command === 'open' && words[0].includes('none')) {
  console.error('There is no editor: set EDITOR.');
  process.exitCode = 1;
}
if (input.includes('refused')) {
  console.log(JSON.stringify({ error: 'Its body is not known.' }));
  process.exit(1);
}
console.log(JSON.stringify({ files: [{ path: 'test/get-home.test.ts' }] }));
`;
let root: string;
let tools: ProjectTools;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'fw-tools-'));
  await writeFile(join(root, 'package.json'), '{"name":"blog","dependencies":{"fw-runtime":"*"}}');
  await mkdir(join(root, 'src'));
  await writeFile(join(root, 'src', 'home.ts'), '');
  tools = new ProjectTools(root);
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function installFw(): Promise<void> {
  const folder = join(root, 'node_modules', 'fw-cli');
  await mkdir(folder, { recursive: true });
  const manifest = { name: 'fw-cli', type: 'module', bin: { fw: './fw.js' } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'fw.js'), STAND_IN);
}

const told = async (): Promise<{ command: string; words: string[]; input: string }> =>
  JSON.parse(await readFile(join(root, 'told.json'), 'utf8')) as never;

test('the project is the nearest folder whose package.json depends on fw-runtime', () => {
  expect(projectRoot(join(root, 'src'))).toBe(root);
  expect(projectName(root)).toBe('blog');
  expect(projectRoot(tmpdir())).toBe(tmpdir());
});

test('a request is saved as a test by fw, which reads its record', async () => {
  await installFw();

  expect(await tools.saveTest(answered)).toEqual({ files: ['test/get-home.test.ts'] });
  expect(await told()).toMatchObject({ command: 'generate', words: ['test', '--from-json', '-', '--json'] });
  expect(JSON.parse((await told()).input)).toEqual(answered);
});

test.each<[string, Partial<RequestRecord>, RegExp]>([
  ['that went through no layer', { layers: [] }, /static file/],
  ['that is not answered', { outcome: 'pending' }, /still pending/],
  ['whose client went away', { outcome: 'aborted' }, /client disconnected/],
])('a request %s is not saved, and it is said why', async (_what, change, reason) => {
  await installFw();

  await expect(tools.saveTest({ ...answered, ...change })).rejects.toThrow(reason);
});

test('a rejection by fw is returned unchanged', async () => {
  await installFw();

  const refused = tools.saveTest({ ...answered, url: '/refused' });
  await expect(refused).rejects.toThrow(/^Its body is not known\.$/);
});

test.each([
  ['src/home.ts', 7, ['./src/home.ts:7']],
  ['src/home.ts', undefined, ['./src/home.ts']],
  ['src/home.ts', '7; rm', ['./src/home.ts']],
  ['src/../src/home.ts', 1, ['./src/home.ts:1']],
])('%s at %s is opened by fw', async (file, line, words) => {
  await installFw();
  await tools.open({ file, line });

  expect(await told()).toMatchObject({ command: 'open', words });
});

test('a link to the outside is not opened, and a name is never a flag', async () => {
  await installFw();
  await symlink(join(root, '..'), join(root, 'src', 'out'), 'junction');
  await writeFile(join(root, '--none'), '');

  await expect(tools.open({ file: 'src/out' })).rejects.toThrow('No such file');
  await expect(tools.open({ file: '--none' })).rejects.toThrow('There is no editor: set EDITOR.');
  expect((await told()).words).toEqual(['./--none']);
});

test('if fw is not installed, the message has the installation command', async () => {
  await expect(tools.open({ file: 'src/home.ts' })).rejects.toThrow('npm install --save-dev fw-cli');
  await expect(tools.saveTest(answered)).rejects.toThrow('npm install --save-dev fw-cli');
});
