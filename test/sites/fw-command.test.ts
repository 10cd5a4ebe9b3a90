import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cleanEnvironment } from '../../packages/create-fw-app/test/built-binary.ts';
import { keys, Sitting } from '../../packages/create-fw-app/test/terminal.ts';
import { fw, layDown, restoreTree, treeOf } from './laid-down.ts';

const routesFile = 'config/autoload/routes.global.ts';
let folder: string;
let cwd: string;
let before: Map<string, string>;

interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const {
    exitCode = -1,
    stdout,
    stderr,
  } = await execa(process.execPath, [fw, ...args], {
    cwd,
    env,
    reject: false,
    stdin: 'ignore',
  });
  return { exitCode, stdout: stripVTControlCharacters(stdout), stderr: stripVTControlCharacters(stderr) };
}

const generate = (...args: string[]): Promise<Ended> => run(['generate', ...args]);
const read = (path: string): Promise<string> => readFile(join(cwd, path), 'utf8');
const write = (path: string, text: string): Promise<void> => writeFile(join(cwd, path), text);

async function expectUnchanged(): Promise<void> {
  expect(await treeOf(cwd)).toEqual(before);
}

// A folder with a space in its name, because that is where one forgets to quote.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-command-'));
  await layDown(folder, { 'my site': ['--variant', 'b'] });
  cwd = join(folder, 'my site');
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  before = await treeOf(cwd);
});

afterEach(() => restoreTree(cwd, before));

describe('in generators, where install scripts are blocked', () => {
  test('no terminal and an answer missing: the missing flag is named, exit 2', async () => {
    expect(await generate('route')).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: '--path <path> is missing, and there is no terminal to ask at: pass it.',
    });
    expect((await generate()).stderr).toMatch(
      'The kind is missing, and there is no terminal to ask at: pass one of route,',
    );
    const { exitCode, stdout } = await generate('app', '--json');
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout).needs).toEqual([{ flag: '--class' }, { flag: '--path' }]);
    await expectUnchanged();
  });

  test.each([
    ['Ctrl-C', keys.controlC],
    ['Esc', keys.escape],
    ['the end of input', keys.controlD],
  ])('%s at a question: exit 130, nothing written', async (_, key) => {
    const sitting = new Sitting(['generate', 'route'], { cwd, program: fw });
    (await sitting.sees('Path, as in')).types(`/about${keys.enter}`);
    (await sitting.sees('Methods')).types(key);
    expect(await sitting.ends()).toBe(130);
    expect(sitting.screen).toMatch('Cancelled: nothing was written.');
    await expectUnchanged();
  });

  test('without a kind it is asked for, and the command that asks nothing is shown', async () => {
    const sitting = new Sitting(['generate'], { cwd, program: fw });
    (await sitting.sees('error-handler  a listener')).types(keys.down.repeat(3) + keys.enter);
    (await sitting.sees('? Class')).types(`9${keys.enter}`);
    (await sitting.sees('starts with a digit')).types(`\u007fClock${keys.enter}`);
    (await sitting.sees('? Services')).types(keys.enter);
    (await sitting.sees('? Feature')).types(keys.enter);
    expect(await sitting.ends()).toBe(0);
    expect(sitting.screen).toMatch('The same without questions: npx fw generate service --class Clock');
    expect(await read('src/service/clock.ts')).toMatch('export class Clock');
  });

  test('an unknown kind is refused, not replaced by another', async () => {
    expect(await generate('rout', '--path', '/x')).toMatchObject({
      exitCode: 2,
      stderr: 'Unknown kind "rout": did you mean route?',
    });
    expect((await generate('error-middleware', '--class', 'X')).stderr).toMatch(
      '"error-middleware" is for variant A, and this site is of variant B',
    );
    expect((await generate('route', '--paht', '/x')).stderr).toMatch(
      'Unknown flag --paht: did you mean --path?',
    );
  });

  test('flags that npm swallowed for want of -- are used, or what to type is said', async () => {
    const npm = async (...args: string[]): Promise<Ended> => {
      const options = {
        cwd,
        env: cleanEnvironment(),
        extendEnv: false,
        reject: false,
        stdin: 'ignore',
      } as const;
      const { exitCode = -1, stdout, stderr } = await execa('npm', ['run', ...args], options);
      return { exitCode, stdout, stderr };
    };
    expect(await npm('generate', 'route', '--path', '/about', '--dry-run')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(`+    { name: 'about', path: '/about'`),
    });
    expect(await npm('generate', 'route', '--path', '/about', '--class', 'Us')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('type npm run generate -- route --path <path> --class <Name>.'),
    });
    await expectUnchanged();

    expect((await npm('fw', 'generate', 'route', '--path=/about', '--class', 'Us')).exitCode).toBe(0);
    const written = await treeOf(cwd);
    expect(written.has(join('src', 'action', 'us.ts'))).toBe(true);
    expect((await npm('--silent', 'fw', 'routes', '--json')).stdout).toMatch(/^\[/);
    expect((await npm('fw', 'routes', '--method', 'POST')).stdout).toMatch('0 of 3 routes');
    expect((await npm('fw', 'undo', '--dry-run')).exitCode).toBe(0);
    expect(await treeOf(cwd)).toEqual(written);
  });

  test('a failed step leaves nothing half made', async () => {
    // What is to be a folder is a file.
    await write('src/greeting', '');
    const { exitCode, stderr } = await generate(
      'route',
      '--path',
      '/greet',
      '--class',
      'Greet',
      '--feature',
      'greeting',
    );
    expect(exitCode).toBe(1);
    expect(stderr).not.toMatch(/\n\s+at /);
    await rm(join(cwd, 'src/greeting'));
    await expectUnchanged();
  });

  test('code is not escaped, and braces and quotes of a path survive', async () => {
    const path = String.raw`/it/{code:[a-z]{2}}/{n:\d+}`;
    expect(await generate('route', '--path', path, '--class', 'Braces')).toMatchObject({ exitCode: 0 });
    expect(await read(routesFile)).toMatch(String.raw`path: '/it/{code:[a-z]{2}}/{n:\\d+}'`);
    expect(await read('src/action/braces.ts')).toMatch('ServerRequest<{ code: string; n: string }>');
    expect(await run(['routes', 'match', 'GET', '/it/de/7'])).toMatchObject({ exitCode: 0 });
  });

  test('a dry run shows a unified diff and writes nothing', async () => {
    const { exitCode, stdout } = await generate('route', '--path', '/about', '--dry-run');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch('--- /dev/null\n+++ b/src/action/about.ts\n@@ -0,0 +1,8 @@\n+import {');
    expect(stdout).toMatch(
      `+    { name: 'about', path: '/about', middleware: About, allowed_methods: ['GET'] },`,
    );
    await expectUnchanged();
    const json = JSON.parse((await generate('route', '--path', '/about', '--dry-run', '--json')).stdout);
    expect(json).toMatchObject({ kind: 'route', written: false });
    expect(json.files.map((file: { path: string; action: string }) => [file.action, file.path])).toEqual([
      ['make', 'src/action/about.ts'],
      ['make', 'test/about.test.ts'],
      ['edit', 'config/autoload/dependencies.global.ts'],
      ['edit', routesFile],
    ]);
    await expectUnchanged();
  });

  test.each([
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['tabs', (text: string) => text.replaceAll('  ', '\t')],
    ['comments', (text: string) => text.replace('routes: [', 'routes: /* [ */ [ // ]')],
    [
      'satisfies',
      (text: string) =>
        text.replace('defineConfig({', '({').replace('});', '} satisfies ReturnType<typeof defineConfig>);'),
    ],
    ['a spread', (text: string) => text.replace('routes: [', 'routes: [\n    ...[],')],
  ])('a generator run twice on a file with %s changes it once', async (_, reformat) => {
    await write(routesFile, reformat(await read(routesFile)));
    expect(await generate('route', '--path', '/about')).toMatchObject({ exitCode: 0 });
    const once = await treeOf(cwd);
    expect(await generate('route', '--path', '/about')).toMatchObject({
      exitCode: 0,
      stdout: 'Nothing to do: all of it is there already.',
    });
    expect(await treeOf(cwd)).toEqual(once);
    expect((await read(routesFile)).match(/About/g)).toHaveLength(2);
  });

  test('files that are made in a site of CRLF are CRLF', async () => {
    for (const path of [routesFile, 'config/autoload/dependencies.global.ts', 'package.json']) {
      await write(path, (await read(path)).replaceAll('\n', '\r\n'));
    }
    expect(await generate('route', '--path', '/about', '--feature', 'about')).toMatchObject({ exitCode: 0 });
    const made = ['src/about/about.ts', 'test/about/about.test.ts', 'config/autoload/about.global.ts'];
    for (const path of made) expect(await read(path)).not.toMatch(/(?<!\r)\n/);
    expect((await generate('route', '--path', '/about', '--feature', 'about')).stdout).toMatch(
      'Nothing to do',
    );
  });

  test('a generator run again when the handler was edited since leaves it alone', async () => {
    await generate('route', '--path', '/about');
    await write('src/action/about.ts', `${await read('src/action/about.ts')}// mine\n`);
    expect((await generate('route', '--path', '/about')).stdout).toBe(
      'Nothing to do: all of it is there already.',
    );
    expect(await read('src/action/about.ts')).toMatch('// mine');
  });

  test.each([
    [
      ['--class', 'class'],
      2,
      '--class: "class" is a reserved word: choose another class name, as in ClassAction.',
    ],
    [['--class', '9Lives'], 2, '--class: "9Lives" starts with a digit: a class name starts with a letter.'],
    [
      ['--class', 'Ping'],
      1,
      'src/action/ping.ts exists already, with another content: choose another name, or remove it.',
    ],
    [
      ['--class', 'Ping', '--feature', 'x'],
      1,
      'config/autoload/dependencies.global.ts has a service "Ping" in dependencies.invokables already: choose another --class.',
    ],
    [['--name', 'ping'], 1, /The route "ping" \(GET \/y\) has the name of "ping" \(GET \/ping\)/],
    [
      ['--services', 'Nowhere'],
      1,
      'Nothing was written, because with this change:\n- there is no service "Nowhere" in the container.',
    ],
    [['--path', 'y'], 2, /^--path: .*it must start with "\/"/],
  ])('a name that cannot be: %j', async (flags, exitCode, reason) => {
    const ended = await generate('route', ...(flags[0] === '--path' ? [] : ['--path', '/y']), ...flags);
    expect(ended.stderr).toMatch(reason);
    expect(ended.exitCode).toBe(exitCode);
    await expectUnchanged();
  });

  test('a route that is there already, and one that an earlier one hides, are refused', async () => {
    const twice = await generate('route', '--path', '/ping', '--class', 'Other');
    expect(twice.exitCode).toBe(1);
    expect(twice.stderr).toMatch(
      'The route "other" (GET /ping) answers the same requests as "ping" (GET /ping)',
    );
    await expectUnchanged();
    await generate('route', '--path', String.raw`/post/{id:\d+}`);
    const written = await treeOf(cwd);
    const hidden = await generate('route', '--path', '/post/{n:[0-9]+}', '--class', 'Hidden');
    expect(hidden.exitCode).toBe(1);
    expect(hidden.stderr).toMatch(
      String.raw`GET /post/1 is answered by the route "show-post" (/post/{id:\d+}) instead.`,
    );
    const file = await generate('route', '--path', '/robots.txt');
    expect(file.stderr).toMatch('is hidden by the file public/robots.txt.');
    expect(await treeOf(cwd)).toEqual(written);
  });

  test('a JSON file of routes names the handler as a service', async () => {
    await rm(join(cwd, routesFile));
    const json = routesFile.replace('.ts', '.json');
    await write(json, '{\n  "routes": [\n    { "path": "/", "middleware": "HelloWorld" }\n  ]\n}\n');
    expect(await generate('route', '--path', '/about')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await read(json)).toBe(`{
  "routes": [
    { "path": "/", "middleware": "HelloWorld" },
    { "name": "about", "path": "/about", "middleware": "About", "allowed_methods": ["GET"] }
  ]
}
`);
    expect((await generate('route', '--path', '/about')).stdout).toMatch('Nothing to do');
    expect((await run(['routes', 'match', 'GET', '/about'])).stdout).toMatch(`About  ${json}:4`);
  });

  test('a file of another shape is left alone, and what to paste is printed', async () => {
    const text = (await read(routesFile))
      .replace('routes: [', 'routes: [].concat([')
      .replace('  ],', '  ]),');
    await write(routesFile, text);
    const { exitCode, stderr } = await generate('route', '--path', '/about');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(`${routesFile} was not understood: "routes" is not written out in this file.`);
    expect(stderr).toMatch(`import { About } from '#app/action/about';`);
    expect(stderr).toMatch(
      `routes: [{ name: 'about', path: '/about', middleware: About, allowed_methods: ['GET'] }],`,
    );
    // What it imports, and the registration of the class, are to be made by hand as well.
    expect(stderr).toMatch('Make src/action/about.ts:\n\n  import {');
    expect(stderr).toMatch('Make test/about.test.ts:\n\n  import {');
    expect(stderr).toMatch(
      /Add this to config\/autoload\/dependencies\.global\.ts:\n\n.*\n.*invokables: \{ About/,
    );
    expect(await read(routesFile)).toBe(text);
    expect((await generate('route', '--path', '/about', '--feature', 'about')).exitCode).toBe(0);
  });

  test("the site's typescript is no parser: nothing of it is loaded", async () => {
    const env = { NODE_OPTIONS: '--trace-uncaught', NODE_DEBUG: 'module' };
    const { exitCode, stderr } = await run(['generate', 'service', '--class', 'Clock', '--dry-run'], env);
    expect(exitCode).toBe(0);
    expect(stderr).not.toMatch(/node_modules[\\/]typescript[\\/]/);
  });

  test('plop lists them, asks the same, and ends with an error where they do', async () => {
    const plop = (...args: string[]): Promise<Ended> =>
      execa(join(folder, 'node_modules/.bin/plop'), args, { cwd, reject: false, stdin: 'ignore' }) as never;
    expect(await plop('service', 'Clock', '', '')).toMatchObject({ exitCode: 0 });
    expect(await read('src/service/clock.ts')).toMatch('export class Clock');
    const written = await treeOf(cwd);
    await plop('service', 'Clock', '', '');
    expect(await treeOf(cwd)).toEqual(written);
    expect((await plop('service', '9Clock', '', '')).exitCode).toBe(1);
    expect((await plop('service', 'Ping', '', '')).exitCode).not.toBe(0);
    expect(await treeOf(cwd)).toEqual(written);
    expect((await run(['undo'])).stdout).toMatch('Undone: fw generate service --class Clock');
  });
});

describe('fw undo', () => {
  test('leaves everything when a file was edited since, names it, and ends with 1', async () => {
    await generate('route', '--path', '/about');
    await write(routesFile, `${await read(routesFile)}// mine\n`);
    const generated = await treeOf(cwd);
    const { exitCode, stderr } = await run(['undo']);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      `Nothing was taken back, because ${routesFile} was edited since "fw generate route`,
    );
    expect(stderr).toMatch(
      '": take your edits out of it, or pass --keep-edited to leave it as it is and take back the rest.',
    );
    expect(JSON.parse((await run(['undo', '--json'])).stdout)).toEqual({
      error: stderr,
      edited: [routesFile],
    });
    expect(await treeOf(cwd)).toEqual(generated);
    expect((await run(['history'])).stdout).not.toMatch(/undone +fw generate route --path \/about/);
  });

  test('keeps what was edited only when the site still loads without the rest', async () => {
    await generate('route', '--path', '/about');
    const original = Buffer.from(before.get(routesFile) ?? '', 'base64').toString();
    await write(routesFile, `${await read(routesFile)}// mine\n`);
    const generated = await treeOf(cwd);
    const refused = await run(['undo', '--keep-edited']);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toMatch(
      `Nothing was taken back, because the site would not load afterwards:\n- ${routesFile}: expected a file that loads, received Error: Cannot find module 'src/action/about.ts' imported from ${routesFile}.`,
    );
    expect(await treeOf(cwd)).toEqual(generated);

    await write(routesFile, `${original}// mine\n`);
    const edited = await treeOf(cwd);
    const tried = await run(['undo', '--keep-edited', '--dry-run']);
    expect(tried).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^--- a\/src\/action\/about\.ts$/m),
    });
    expect(tried.stdout).toMatch(`kept      ${routesFile}: it was edited since.`);
    expect(await treeOf(cwd)).toEqual(edited);

    const { exitCode, stdout } = await run(['undo', '--keep-edited']);
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(`kept      ${routesFile}: it was edited since.`),
    ]);
    expect(stdout).toMatch('removed   src/action/about.ts');
    expect((await run(['check'])).stdout).toBe('No faults: 2 routes.');
    expect((await run(['history'])).stdout).toMatch(/undone +fw generate route --path \/about/);
  });

  test('leaves everything when another file needs what would go, and names that', async () => {
    await generate('service', '--class', 'Clock');
    const other = 'config/autoload/clock.global.ts';
    await write(other, "import { Clock } from '#app/service/clock';\nexport default { now: new Clock() };\n");
    const generated = await treeOf(cwd);
    for (const flags of [[], ['--dry-run']]) {
      const { exitCode, stderr } = await run(['undo', ...flags]);
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(`Cannot find module 'src/service/clock.ts' imported from ${other}`);
    }
    expect(await treeOf(cwd)).toEqual(generated);
    await rm(join(cwd, other));
    expect(await run(['undo'])).toMatchObject({ exitCode: 0 });
    await expectUnchanged();
  });
});

describe('fw undo in a site that is broken anyway', () => {
  test('names that as the reason', async () => {
    await generate('route', '--path', '/about');
    const broken = 'config/autoload/broken.global.ts';
    await write(broken, "import '#app/nowhere';\nexport default {};\n");
    const generated = await treeOf(cwd);
    const { exitCode, stderr } = await run(['undo']);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining(
        `Nothing was taken back, because the site does not load, with or without it. Mend this first:\n- ${broken}:`,
      ),
    ]);
    expect(await treeOf(cwd)).toEqual(generated);
    await rm(join(cwd, broken));
    expect((await run(['undo'])).exitCode).toBe(0);
    await expectUnchanged();
  });
});

describe('fw routes', () => {
  test('shows the routes, what runs, and where each is registered', async () => {
    const { exitCode, stdout } = await run(['routes']);
    expect(exitCode).toBe(0);
    expect(stdout).toBe(`METHOD  PATH   NAME  MIDDLEWARE  REGISTERED
GET     /      home  HelloWorld  ${routesFile}:7
GET     /ping  ping  Ping        ${routesFile}:8

2 routes`);
    expect((await run(['routes', '--name', 'ping'])).stdout).toMatch('1 of 2 routes');
    expect((await run(['routes', '--method', 'POST'])).stdout).toMatch('0 of 2 routes');
    const [home] = JSON.parse((await run(['routes', '--json'])).stdout);
    expect(home).toMatchObject({ methods: ['GET'], path: '/', registered: { file: routesFile, line: 7 } });
  });

  test('match says what answers, with which parameters, and what came close', async () => {
    await generate('route', '--path', String.raw`/post/{id:\d+}`);
    const { exitCode, stdout } = await run(['routes', 'match', 'get', '/post/42']);
    expect(exitCode).toBe(0);
    expect(stdout).toBe(`"show-post" answers GET /post/42
  GET  /post/{id:\\d+}  "show-post"  ShowPost  ${routesFile}:10
  id = "42"

On its way:
  ErrorHandler  stands for every path
  a list  stands for every path
    routing  matches "show-post" (GET /post/{id:\\d+})
    dispatch  runs "show-post"`);
    expect(await run(['routes', 'match', 'GET', '/post/x'])).toMatchObject({
      exitCode: 1,
      stdout: `No route answers GET /post/x: 404

On its way:
  ErrorHandler  stands for every path
  a list  stands for every path
    routing  matches no route
    dispatch  passes on, since no route was matched

Close, but not it:
  GET  /post/{id:\\d+}  "show-post"  takes {id} only where it matches \\d+, which "x" does not`,
    });
    expect((await run(['routes', 'match', 'DELETE', '/ping'])).stdout).toMatch(
      '405, allowed are GET, HEAD, OPTIONS',
    );
    expect((await run(['routes', 'match', 'GET'])).exitCode).toBe(2);
  });

  test('500 routes take under a second', async () => {
    const many = Array.from(
      { length: 500 },
      (_, index) => `    { path: '/item/${index}/{id}', middleware: HelloWorld },`,
    );
    await write(
      routesFile,
      (await read(routesFile)).replace('routes: [\n', `routes: [\n${many.join('\n')}\n`),
    );
    const { stdout } = await run(['routes']);
    expect(stdout).toMatch('502 routes');
    expect(stdout).toMatch(`any     /item/499/{id}  /item/499/{id}  HelloWorld  ${routesFile}:506`);
  });
});

describe('fw pipeline', () => {
  test('draws the pipeline as a tree, sub-applications included', async () => {
    await generate('app', '--class', 'Blog', '--path', '/blog');
    await generate('middleware', '--class', 'Audit', '--routing', 'after');
    expect((await run(['pipeline'])).stdout).toBe(`pipeline
├─ ErrorHandler  (priority 10000, key errors)
├─ Blog  (application, 1 route, under /blog, priority 50, key blog)
│  ├─ routing  (src/app/blog.ts:7)
│  └─ dispatch  (src/app/blog.ts:7)
└─ a list  (priority 1, key routing)
   ├─ routing
   ├─ Audit
   └─ dispatch`);
    expect((await run(['routes'])).stdout).toMatch('src/app/blog.ts:6');
  });
});

describe('fw check', () => {
  test('finds nothing in a site as it was laid down', async () => {
    expect(await run(['check'])).toMatchObject({ exitCode: 0, stdout: 'No faults: 2 routes.' });
  });

  test('reports every fault at once, and ends with 1', async () => {
    const routes = (await read(routesFile)).replace(
      'routes: [',
      `routes: [
    { path: '/a', middleware: 'Nowhere' },
    { path: '/b', middleware: class Failing { constructor() { throw new Error('no database'); } process() { return new Response(); } } },
    { path: '/ping', middleware: HelloWorld },`,
    );
    await write(routesFile, routes);
    const { exitCode, stdout } = await run(['check', '--json']);
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout).faults).toEqual([
      expect.stringContaining('answers the same requests as'),
      expect.stringMatching(/^In the route "\/a" \(\/a\): .*"Nowhere"/),
      'In the route "/b" (/b): no database',
    ]);
  });

  test('reports every malformed entry of the configuration', async () => {
    await write(
      'config/autoload/x.global.json',
      '{ "routes": [{ "path": 1, "middleware": "Ping" }], "debug": "yes" }',
    );
    const { exitCode, stdout } = await run(['check']);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(
      'config/autoload/x.global.json: debug: expected true, false or "everyone", received "yes".',
    );
    expect(stdout).toMatch(
      'config/autoload/x.global.json: routes[0].path: expected a path such as "/post/{id}"',
    );
  });
});

describe('fw', () => {
  test('prints what the page of the command line shows', async () => {
    const page = await readFile('docs/command.md', 'utf8');
    const shown = [...page.matchAll(/```console\n\$ npx fw (.*)\n([^]*?)```/g)];
    for (const [, line = '', answer = ''] of shown) {
      const args = line.split(' ').map((word) => word.replaceAll("'", ''));
      expect(`${(await run(args)).stdout}\n`, line).toBe(answer);
    }
    expect(shown.map(([, line]) => line?.split(' ')[0])).toEqual(
      expect.arrayContaining(['generate', 'undo', 'routes', 'pipeline']),
    );
  });

  test('helps, completes, and refuses what it does not know', async () => {
    expect((await run(['help'])).stdout).toMatch('fw routes [text | match <method> <path>]');
    expect((await run(['help', 'generate', 'route'])).stdout).toBe(
      (await generate('route', '--help')).stdout,
    );
    expect((await run(['completion', 'bash'])).stdout).toMatch('complete -F _fw fw');
    expect((await run(['completion', 'zsh'])).stdout).toMatch('compdef _fw fw');
    expect(await run(['rooutes'])).toMatchObject({
      exitCode: 2,
      stderr: 'Unknown command "rooutes": did you mean routes?',
    });
  });

  test('ends quietly when nobody reads what it prints any more', async () => {
    const child = spawn(process.execPath, [fw, 'help'], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    const [said, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([said, exitCode]).toEqual(['', 0]);
  });

  test('is of no use outside a site, and says so', async () => {
    const { exitCode, stderr } = await execa(process.execPath, [fw, 'routes'], {
      cwd: tmpdir(),
      reject: false,
    });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch('This is not inside a site');
  });
});
