/** @module-tag full */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, type TestContext } from 'vitest';
import { BUNDLERS } from '../runtimes/bundlers.ts';
import { workerd } from '../runtimes/runtimes.ts';
import { startWorker } from '../runtimes/workerd.ts';
import { freePort } from '../support/free-port.ts';
import { startServer } from '../support/server.ts';
import { fw } from '../support/commands.ts';
import { createProjects } from './created-projects.ts';

const projects = [
  { name: 'a-hybrid', variant: 'a', form: 'hybrid', router: 'rou3' },
  { name: 'b-config', variant: 'b', form: 'config', router: 'tree' },
  { name: 'b-programmatic', variant: 'b', form: 'programmatic', router: 'tree' },
];
const list = 'config/autoload.ts';
const types = '.fw/types/services.d.ts';
const stale = `${list} is not the list of the files in config/autoload/: run node fw check --fix to update it.`;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-workers-'));
  const flags = projects.map(({ name, variant, form, router }): [string, string[]] => [
    name,
    ['--target', 'workers', '--variant', variant, '--form', form, '--router', router],
  ]);
  await createProjects(folder, Object.fromEntries(flags));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(projects)(
  'a project for Workers of variant $variant, form $form, router $router',
  ({ name, form }) => {
    const project = projectOf(name);

    test('type-checks, passes its tests and has no errors', async () => {
      await expectSound(project, form === 'hybrid' ? 6 : 5);
    });

    test('responds on workerd, bundled without a module of Node', async (context) => {
      const send = await serveOnWorkerd(project, context);

      expect(await send('/')).toEqual([200, 'Hello, world!\n']);
      expect(await send('/ping')).toEqual([200, expect.stringMatching(/^\{"ack":\d+\}$/)]);
      expect(await send('/ping', { method: 'DELETE' })).toEqual([
        405,
        expect.stringContaining('/ping allows GET'),
      ]);
      expect(await send('/post', { method: 'POST', body: 'Hello' })).toEqual(
        form === 'hybrid' ? [200, 'Posted 5 bytes.\n'] : [404, expect.stringContaining('POST /post')],
      );
    });

    test('responds there on a generated route, and no longer after an undo', async (context) => {
      const feature = form === 'programmatic' ? [] : ['--feature', 'blog'];
      const made = await project.fw('generate', 'route', '--path', '/posts/{id}', ...feature);
      expect(made.includes(`edited  ${list}`)).toBe(form !== 'programmatic');
      expect(await (await serveOnWorkerd(project, context))('/posts/42')).toEqual([200, '{"id":"42"}']);
      expect(await project.fw('check')).toBe('No errors: ' + (form === 'hybrid' ? '4 routes.' : '3 routes.'));

      const undone = await project.fw('undo');
      expect(undone.includes(`edited    ${list}`)).toBe(form !== 'programmatic');
      expect((await (await serveOnWorkerd(project, context))('/posts/42'))[0]).toBe(404);
    });
  },
);

test.each(['a-hybrid', 'b-config'])(
  'fw dev serves %s on Node, keeps its list up to date and passes the variables of wrangler.jsonc',
  async (name) => {
    const project = projectOf(name);
    const wrangler = await project.read('wrangler.jsonc');
    await project.write(
      'wrangler.jsonc',
      wrangler.replace('"vars": {}', '"vars": { "GREETING": "vars", "SECRET": "vars", }'),
    );
    await project.write('.env', 'SECRET=.env\n');
    const handler = await project.read('src/action/hello-world.ts');
    const output =
      'const { GREETING, SECRET } = Object(request.platform).env;\n    return new TextResponse([GREETING, SECRET, typeof request.waitUntil].join());';
    await project.write(
      'src/action/hello-world.ts',
      handler.replace('helloWorld()', 'helloWorld(request: any)').replace(/return .*;/, output),
    );
    const env = { HOST: '127.0.0.1', PORT: String(await freePort()) };
    const server = await startServer(process.execPath, [fw, 'dev'], { cwd: project.root, env });
    try {
      expect(await (await fetch(server.url)).text()).toBe('vars,.env,function');
      expect(await (await fetch(`${server.url}/robots.txt`)).text()).toContain('User-agent');
      expect(await project.fw('request', '/')).toMatch(/\n\nvars,\.env,function$/);
      const served = server.printed('reloaded in');
      await project.write('config/autoload/more.global.ts', 'export default { more: true };\n');
      await served;
      expect(await project.read(list)).toContain(`'config/autoload/more.global.ts': moreGlobal,`);
    } finally {
      await server.stop();
      await project.write('src/action/hello-world.ts', handler);
    }
  },
);

test('local and test settings are in no bundle', async (context) => {
  const project = projectOf('b-config');
  for (const kind of ['local', 'test']) {
    await project.write(
      `config/autoload/mail.${kind}.ts`,
      `export default { mail: { key: 'secret of ${kind}' } };\n`,
    );
  }
  await project.write('config/autoload/mail.global.ts', `export default { mail: { from: 'everybody' } };\n`);
  await project.fw('check', '--fix');
  const bundle = await readFile(await bundled(project, context), 'utf8');

  expect(bundle).toContain('everybody');
  expect(bundle).not.toContain('secret of');
});

test('a list that is out of date is an error, which names the command that writes it', async () => {
  const project = projectOf('b-config');
  await project.write('config/autoload/late.global.ts', 'export default { late: true };\n');
  // On Node, the app reads the files of the folder, and so has the new key.
  const staleTypes = `${types} does not say which services the app has: run node fw types to update it.`;
  expect(JSON.parse(await project.fw('check', '--json')).faults).toEqual([stale, staleTypes]);
  expect(await project.fw('check', '--fix')).toBe(`edited  ${list}\nedited  ${types}\nNo errors: 2 routes.`);
  expect(await project.fw('check', '--fix')).toBe('No errors: 2 routes.');

  await rm(join(project.root, 'config/autoload/late.global.ts'));
  expect(JSON.parse(await project.fw('check', '--json')).faults).toEqual([stale, staleTypes]);
  await project.fw('check', '--fix');
});

test('configuration in JSON and in JavaScript type-checks and is bundled too', async (context) => {
  const project = projectOf('b-config');
  await project.write('config/autoload/data.global.json', '{ "data": "of JSON" }\n');
  await project.write('config/autoload/script.global.mjs', `export default { script: 'of JavaScript' };\n`);
  await project.fw('check', '--fix');
  await expectSound(project, 5);
  const bundle = await readFile(await bundled(project, context), 'utf8');

  expect(bundle).toContain('of JSON');
  expect(bundle).toContain('of JavaScript');
});

test('env() of a configuration file reads .env, and with nodejs_compat on workerd the bindings', async (context) => {
  const project = projectOf('b-config');
  const code = `import { env } from 'fw-runtime';\n\nexport default { hello: env({ GREETING: String }).GREETING };\n`;
  await project.write('config/autoload/hello.global.ts', code);
  await project.write('.env', 'GREETING=hi\n');
  expect(await project.fw('check', '--fix')).toBe(`edited  ${list}\nedited  ${types}\nNo errors: 2 routes.`);
  const { url, stop } = await startWorker(await bundled(project, context), ['nodejs_compat']);
  onTestFinished(() => void stop());
  expect((await fetch(url)).status).toBe(200);

  await rm(join(project.root, '.env'));
  expect(await project.fw('check')).toContain('process.env.GREETING: expected a string, received nothing.');
  await rm(join(project.root, 'config/autoload/hello.global.ts'));
  await project.fw('check', '--fix');
});

test('a handler reads the values of Cloudflare as the page about Workers shows', async (context) => {
  const project = projectOf('b-config');
  const page = await readFile('docs/deploy/cloudflare-workers.md', 'utf8');
  for (const [, path = '', code = ''] of page.matchAll(/```typescript\n\/\/ (src\/\S+)\n([^]*?)```/g)) {
    await project.write(path, code);
  }
  await expectSound(project, 5);
  expect(await (await serveOnWorkerd(project, context))('/')).toEqual([200, 'hello, world!\n']);
});

interface Site {
  readonly root: string;
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
  /** The output of `fw`, whether it succeeds or not. */
  fw(...args: string[]): Promise<string>;
}

function projectOf(name: string): Site {
  const at = (path = ''): string => join(folder, name, path);
  return {
    get root() {
      return at();
    },
    read: (path) => readFile(at(path), 'utf8'),
    write: (path, text) => writeFile(at(path), text),
    fw: async (...args) => {
      const { all } = await execa(process.execPath, [fw, ...args], { cwd: at(), reject: false, all: true });
      return stripVTControlCharacters(all);
    },
  };
}

async function expectSound(project: Site, tests: number): Promise<void> {
  const bin = (name: string): string => join(folder, 'node_modules', '.bin', name);
  const checked = await execa(bin('tsc'), { cwd: project.root, reject: false, all: true });
  expect(checked.all).toBe('');
  const { all } = await execa(bin('vitest'), ['run'], { cwd: project.root, reject: false, all: true });
  expect(stripVTControlCharacters(all)).toMatch(new RegExp(`Tests\\s+${tests} passed \\(${tests}\\)`));
  expect(await project.fw('check')).toMatch(/^No errors/);
}

/** Bundles the entry as wrangler does; modules of Node cannot be resolved. */
async function bundled({ root }: Site, context: TestContext): Promise<string> {
  if (workerd.absent !== undefined) context.skip(workerd.absent);
  const file = join(root, 'dist', 'worker.js');
  const conditions = ['workerd', 'worker', 'browser'];
  await BUNDLERS[0]?.bundle({ entry: join(root, 'src/worker.ts'), file, platform: 'browser', conditions });
  return file;
}

async function serveOnWorkerd(
  project: Site,
  context: TestContext,
): Promise<(path: string, init?: RequestInit) => Promise<[number, string]>> {
  const { url, stop } = await startWorker(await bundled(project, context));
  onTestFinished(() => void stop());
  return async (path, init) => {
    const response = await fetch(url + path, init);
    return [response.status, await response.text()];
  };
}
