/** @module-tag full */

import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { beforeEach, describe, expect, test } from 'vitest';
import { cleanEnvironment, type Ended } from '../../../command-line/test/programs.ts';
import { fw as program } from '../../../../test/support/commands.ts';
import { emptyFolder, listing, writeFiles } from '../../../command-line/test/folders.ts';
import { keys, Sitting } from '../../../command-line/test/terminal.ts';

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

const PLOPFILE = `
export default (plop) => {
  plop.setGenerator('page', {
    description: 'A page of the shop.',
    prompts: [
      { type: 'input', name: 'title', message: 'Title', validate: (title) => title !== '' || 'a page has a title' },
      {
        type: 'list',
        name: 'format',
        message: 'Format',
        choices: [{ name: 'HTML', value: 'html' }, new plop.inquirer.Separator(), { name: 'JSON feed', value: 'feed' }],
        default: 0,
      },
      { type: 'confirm', name: 'cached', message: 'Cached', default: true, when: ({ format }) => format === 'feed' },
      { type: 'number', name: 'size', message: 'Size', default: ({ format }) => format.length },
      { type: 'checkbox', name: 'tags', message: 'Tags', choices: () => ['new', 'sale'], default: [], filter: (tags) => tags.join('+') },
    ],
    actions: [
      { type: 'add', path: 'src/page/{{dashCase title}}.txt', template: '{{title}} {{format}} {{cached}} {{size}} {{tags}}' },
    ],
  });
  plop.setGenerator('two steps', {
    prompts: [],
    actions: [
      'Two steps',
      { type: 'add', path: 'first.txt', template: '' },
      () => {
        throw new Error('the second step cannot be taken');
      },
      { type: 'add', path: 'third.txt', template: '' },
    ],
  });
  plop.setGenerator('free', {
    prompts: async (inquirer) => inquirer.prompt([{ name: 'word', message: 'Word' }]),
    actions: [{ type: 'add', path: '{{word}}.txt', template: '' }],
  });
  plop.setGenerator('endless', { prompts: [], actions: ['Endless', () => new Promise(() => setInterval(() => {}, 1000))] });
};
`;

let project: string;

async function projectWith(plopfile: string): Promise<void> {
  project = join(await emptyFolder(), 'site');
  await writeFiles(project, {
    'package.json':
      '{ "type": "module", "dependencies": { "fw-runtime": "^0.1.0" }, "imports": { "#app/*": "./src/*" } }',
    'plopfile.js': plopfile,
  });
  await symlink(modules, join(project, 'node_modules'), 'junction');
}

beforeEach(() => projectWith(PLOPFILE));

async function fw(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [program, ...args], {
    cwd: project,
    env: { ...cleanEnvironment(), ...env },
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
  });
  return { exitCode, stdout, stderr };
}

function page(name: string): Promise<string> {
  return readFile(join(project, 'src', 'page', `${name}.txt`), 'utf8');
}

async function written(): Promise<string[]> {
  const files = await listing(project);
  return files.filter((path) => !/^(node_modules|package\.json|plopfile)/.test(path));
}

describe("a generator of the project's plopfile", () => {
  test('gets its answers from flags, of every type', async () => {
    const flags = [
      '--title',
      'Red shoes',
      '--format',
      'feed',
      '--cached',
      'no',
      '--size',
      '7',
      '--tags',
      'new,sale',
    ];
    const { exitCode, stdout, stderr } = await fw(['generate', 'page', ...flags]);

    expect([exitCode, stdout, stderr]).toEqual([0, 'add  src/page/red-shoes.txt', '']);
    expect(await page('red-shoes')).toBe('Red shoes feed false 7 new+sale');
  });

  test('uses the defaults of its prompts without a terminal, and skips prompts that do not apply', async () => {
    expect(await fw(['generate', 'page', '--title', 'Hats', '--json'])).toEqual({
      exitCode: 0,
      stdout: JSON.stringify(
        { kind: 'page', changes: [{ type: 'add', path: 'src/page/hats.txt' }] },
        null,
        2,
      ),
      stderr: '',
    });
    expect(await page('hats')).toBe('Hats html  4 ');
  });

  test('prompts on a terminal for answers without a flag', async () => {
    const sitting = new Sitting(['generate', 'page', '--format', 'html'], { cwd: project, program });
    await sitting.sees('Title');
    sitting.types(`Caps${keys.enter}`);
    await sitting.sees('Size');
    sitting.types(keys.enter);
    await sitting.sees('Tags');
    sitting.types(` ${keys.enter}`);

    expect(await sitting.ends()).toBe(0);
    expect(await page('caps')).toBe('Caps html  4 new');
    expect(sitting.screen).not.toContain('Format');
  });

  test('is listed beside the generators of Fw', async () => {
    const sitting = new Sitting(['generate'], { cwd: project, program });
    await sitting.sees('What to generate');
    sitting.types(keys.up.repeat(4));
    await sitting.sees('A page of the shop');
    sitting.types(keys.enter);
    await sitting.sees('Title');
    sitting.types(keys.controlC);
    expect(await sitting.ends()).toBe(130);
  });

  test('is in the help, and in the errors for a missing or unknown kind', async () => {
    expect((await fw(['help', 'generate'])).stdout).toMatch(/^ {2}page {14}A page of the shop$/m);
    expect((await fw(['generate', 'page', '--help'])).stdout).toMatch(
      /^ {2}--format <choice>\s+Format \(html or feed\)$/m,
    );
    expect(await fw(['generate'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('test, generator, page, two steps, free'),
    });
    expect((await fw(['generate', 'paeg'])).stderr).toBe('Unknown kind "paeg": did you mean page?');
  });

  test('is completed, and so are its flags', async () => {
    expect((await fw(['completion', 'generate'])).stdout).toBe('page\ntwo steps\nfree\nendless');
    expect((await fw(['completion', 'generate', 'page'])).stdout).toMatch(/^--title\n--format\n/);
  });

  test('is completed in bash, but only with a plopfile', async () => {
    const script = `fw() { "${process.execPath}" "${program}" "$@"; }
source <(fw completion bash)
COMP_WORDS=(fw generate pa) COMP_CWORD=2
_fw; echo "$COMPREPLY"
node() { shift; fw "$@"; }
COMP_WORDS=(node fw generate pa) COMP_CWORD=3
_fw_second; echo "$COMPREPLY"
rm plopfile.js; _fw; echo "$COMPREPLY"`;
    const { stdout } = await execa('bash', ['-c', script], { cwd: project });
    expect(stdout).toBe('page\npage\n');
  });

  test('ends with 2 and writes nothing if an answer is missing or invalid', async () => {
    expect(await fw(['generate', 'page', '--json'])).toMatchObject({
      exitCode: 2,
      stdout: expect.stringContaining('"needs":[{"flag":"--title"}]'),
      stderr: '--title <text> is missing, and there are no prompts: pass it.',
    });
    expect(await fw(['generate', 'page', '--title', ''])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: '--title: a page has a title',
    });
    expect(await written()).toEqual([]);
  });

  test('ends with 1 and the message of the failed action, after which no other runs', async () => {
    expect(await fw(['generate', 'two steps'])).toEqual({
      exitCode: 1,
      stdout: 'Two steps\nadd  first.txt',
      stderr:
        'An action of "two steps" failed: the second step cannot be taken. The results of earlier actions are kept.',
    });
    expect(await written()).toEqual(['first.txt']);
  });

  test('ends with 1 if its file exists, and leaves the file unchanged', async () => {
    await fw(['generate', 'page', '--title', 'Hats']);
    const { exitCode, stderr } = await fw(['generate', 'page', '--title', 'Hats', '--size', '1']);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^The action add of "page" failed: File already exists -> .*hats\.txt\.$/);
    expect(await page('hats')).toBe('Hats html  4 ');
  });

  test('may prompt by its own function, which needs a terminal', async () => {
    expect(await fw(['generate', 'free'])).toMatchObject({
      exitCode: 2,
      stderr: '"free" has its own prompt function, which needs a terminal.',
    });
    const sitting = new Sitting(['generate', 'free'], { cwd: project, program });
    await sitting.sees('Word');
    expect(await sitting.types(`spoken${keys.enter}`).ends()).toBe(0);
    expect(await written()).toEqual(['spoken.txt']);
  });

  test('gets the flags that npm consumed', async () => {
    const npm = {
      npm_config_user_agent: 'npm/11.0.0',
      npm_lifecycle_event: 'generate',
      npm_config_title: 'Hats',
    };
    expect(await fw(['generate', 'page'], npm)).toMatchObject({ exitCode: 0 });
    expect(await page('hats')).toBe('Hats html  4 ');
  });
});

describe('a cancelled generator of a plopfile', () => {
  test.each([
    ['Ctrl-C', keys.controlC, 130],
    ['the end of input', keys.controlD, 130],
  ])('at a prompt by %s writes nothing', async (_, key, code) => {
    for (const kind of ['page', 'free']) {
      const sitting = new Sitting(['generate', kind], { cwd: project, program });
      await sitting.sees('? ');
      expect(await sitting.types(key).ends()).toBe(code);
      expect(sitting.screen).toMatch('Cancelled: nothing was written.');
      expect(await written()).toEqual([]);
    }
  });

  test.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('at a prompt by %s ends with its code', async (signal, code) => {
    const sitting = new Sitting(['generate', 'page'], { cwd: project, program });
    await sitting.sees('Title');
    expect(await sitting.receives(signal).ends()).toBe(code);
    expect(await written()).toEqual([]);
  });

  test('during its actions ends at once, and prints that their changes are kept', async () => {
    const sitting = new Sitting(['generate', 'endless'], { cwd: project, program });
    await sitting.sees('Endless');
    expect(await sitting.types(keys.controlC).ends()).toBe(130);
    expect(sitting.screen).toMatch('Cancelled: files written by the actions of "endless" are kept.');
  });
});

describe('a plopfile that cannot be loaded', () => {
  test('because node-plop is not installed prints the command that installs it', async () => {
    await rm(join(project, 'node_modules'));
    await mkdir(join(project, 'node_modules'));
    const advice =
      'plopfile.js needs the package node-plop, which is not installed: run npm install -D node-plop@^0.32.3.';
    expect(await fw(['generate', 'page'])).toEqual({ exitCode: 1, stdout: '', stderr: advice });
    expect(await fw(['generate'])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(advice) });
    expect((await fw(['help', 'generate'])).stdout).toContain('which is not installed');
    expect((await fw(['generate', 'config', '--help'])).stdout).not.toContain('node-plop');
  });

  test.each([
    ['throws', "throw new Error('no such thing');", 'plopfile.js cannot be loaded: no such thing'],
    ['exports no function', '', 'plopfile.js cannot be loaded: its default export is not a function'],
    [
      'defines a generator of Fw',
      "export default (plop) => plop.setGenerator('route', {});",
      'plopfile.js defines a generator "route", which fw generate already has: rename it.',
    ],
  ])('because it %s is an error for its own generators only', async (_, source, stderr) => {
    await projectWith(source);
    expect(await fw(['generate', 'page'])).toEqual({ exitCode: 1, stdout: '', stderr });
    expect(await fw(['generate', 'config', '--help'])).toMatchObject({ exitCode: 0, stderr: '' });
  });
});
