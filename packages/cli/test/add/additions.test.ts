import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PRIORITIES as ofMiddleware } from '../../../middleware/src/provider/priorities.ts';
import { completeAnswers } from '#command-line/answers';
import { additions, PRIORITIES } from '../../src/add/additions.ts';
import { openapi } from '../../src/add/openapi.ts';
import { passProviders } from '../../src/add/pass-providers.ts';
import { packageSpec } from '../../src/add/package-spec.ts';
import { pipeInOrder } from '../../src/add/piped.ts';
import { addToList } from '../../src/edit/list-edit.ts';
import { addDependency, addScript } from '../../src/edit/manifest-edit.ts';
import { Change } from '../../src/generate/engine/change.ts';
import { findProject } from '../../src/project/project.ts';
import { projectWith } from '../project-with.ts';

const packages = join(import.meta.dirname, '..', '..', '..');

test('every middleware of fw-middleware has an addition', async () => {
  const { exports } = JSON.parse(await readFile(join(packages, 'middleware', 'package.json'), 'utf8')) as {
    exports: Readonly<Record<string, string>>;
  };
  const entries = Object.keys(exports).filter((path) => !path.endsWith('.json'));
  const kinds = new Set(additions.map(({ kind }) => kind));

  expect(
    entries.map((path) => path.slice('./'.length)).filter((name) => !kinds.has(name)),
    'add these entries of packages/middleware/package.json in packages/cli/src/add/middleware/<name>.ts, and list them in additions.ts',
  ).toEqual([]);
});

test('calls of a programmatic project are in the order of the providers', () => {
  const ofProviders = Object.entries(ofMiddleware).map(([key, priority]) => [
    key.replaceAll('_', '-'),
    priority,
  ]);

  expect(
    PRIORITIES,
    'copy the changed priorities of packages/middleware/src/provider/priorities.ts to packages/cli/src/add/middleware',
  ).toEqual(Object.fromEntries(ofProviders));
});

test('the installed packages are those that fw-middleware is tested with', async () => {
  const { peerDependencies } = JSON.parse(
    await readFile(join(packages, 'middleware', 'package.json'), 'utf8'),
  ) as { peerDependencies: Readonly<Record<string, string>> };
  const project = await projectWith({
    'config/providers.ts': 'export default [];\n',
    'config/config.ts': 'export default loadConfig({ providers });\n',
    'config/autoload/routes.global.ts': 'export default { routes: [] };\n',
  });
  const change = new Change(project.root);
  const asking = { terminal: undefined, yes: true, signal: AbortSignal.any([]) };
  for (const { questions, plan } of additions) {
    await plan(project, await completeAnswers(questions, {}, project, asking), change);
  }
  const { dependencies } = JSON.parse(change.read('package.json') ?? '') as {
    dependencies: Readonly<Record<string, string>>;
  };
  const shared = Object.keys(dependencies).filter((name) => name in peerDependencies);

  expect(shared).toEqual(expect.arrayContaining(['ioredis', 'jose', 'pino', 'negotiator']));
  expect(
    Object.fromEntries(shared.map((name) => [name, dependencies[name]])),
    'give these packages the ranges of packages/middleware/package.json in packages/cli/src/add',
  ).toEqual(Object.fromEntries(shared.map((name) => [name, peerDependencies[name]])));
});

test.each([
  [
    'a list',
    { 'config/autoload/routes.global.ts': 'export default { routes: [] };\n' },
    "route('GET', '/docs', 'fw-middleware/openapi/reference', { name: 'docs' })",
  ],
  [
    'a map',
    { 'config/autoload/routes.global.ts': 'export default { routes: {} };\n' },
    "docs: route('GET', '/docs', 'fw-middleware/openapi/reference', { name: 'docs' })",
  ],
  ['JSON', { 'config/autoload/routes.global.json': '{ "routes": [] }\n' }, '"path": "/docs"'],
  [
    'calls',
    { 'config/routes.ts': 'export default (app) => {\n};\n' },
    "app.get('/docs', 'fw-middleware/openapi/reference', 'docs');",
  ],
])('openapi registers its routes once, in %s', async (_, files, expected) => {
  const [file = ''] = Object.keys(files);
  const project = await projectWith({ ...files, 'config/providers.ts': 'export default [];\n' });
  const layout = file === 'config/routes.ts' ? 'programmatic' : 'config';
  const change = new Change(project.root);
  await openapi.plan({ ...project, layout }, {}, change);
  const once = change.read(file);
  await openapi.plan({ ...project, layout }, {}, change);

  expect(once).toContain(expected);
  expect(change.read(file)).toBe(once);
});

describe('in config/pipeline.ts', () => {
  const pipeline = `export default (app) => {
  // For everybody.
  app.pipe(Timing);
  app.pipe('fw-middleware/cors').pipe(ErrorHandler);
  // Knows who it is.
  app.pipe('/admin', 'fw-middleware/basic-auth');
  app.pipeRoutingMiddleware().pipeDispatchMiddleware();
};
`;
  const withPiped = async (name: string, path = ''): Promise<string> => {
    const project = await projectWith({ 'config/pipeline.ts': pipeline });
    const change = new Change(project.root);
    pipeInOrder(change, name, path, PRIORITIES);
    return change.read('config/pipeline.ts') ?? '';
  };

  test.each([
    ['request-id', "app.pipe('fw-middleware/request-id');\n  app.pipe('fw-middleware/cors')"],
    ['session', "app.pipe('fw-middleware/cors').pipe('fw-middleware/session').pipe(ErrorHandler);"],
    ['csrf', "app.pipe('fw-middleware/csrf');\n  // Knows who it is.\n  app.pipe('/admin'"],
    ['proxy', "app.pipe('fw-middleware/proxy');\n  app.pipeRoutingMiddleware()"],
  ])('%s is inserted before middleware of lower priority, with its comment', async (name, expected) => {
    expect(await withPiped(name)).toContain(expected);
  });

  test.each([
    ['app.pipe(fromConnect(legacy));'],
    ['app.pipe(fromConnect(legacyApp, { passOn: [404] }));'],
    ['app.pipe(fromConnect(createExpressApp()));'],
    ["app.pipe('/', fromConnect(express.app));"],
    ['app.pipe(new NotFoundHandler());'],
    ['app.pipe(NotFoundHandler);'],
  ])('middleware that responds to every request is inserted last: %s', async (line) => {
    const project = await projectWith({
      'config/pipeline.ts': pipeline.replace(
        '  app.pipeRoutingMiddleware',
        `  ${line}\n  app.pipeRoutingMiddleware`,
      ),
    });
    const change = new Change(project.root);
    pipeInOrder(change, 'proxy', '', PRIORITIES);
    expect(change.read('config/pipeline.ts')).toContain(`app.pipe('fw-middleware/proxy');\n  ${line}\n`);
  });

  test.each([
    ['app.pipe(fromConnect(helmet()));'],
    ["app.pipe('/legacy', fromConnect(legacy));"],
    ["app.pipe('/api', NotFoundHandler);"],
  ])('middleware that calls the next one is inserted first: %s', async (line) => {
    const project = await projectWith({
      'config/pipeline.ts': pipeline.replace(
        '  app.pipeRoutingMiddleware',
        `  ${line}\n  app.pipeRoutingMiddleware`,
      ),
    });
    const change = new Change(project.root);
    pipeInOrder(change, 'proxy', '', PRIORITIES);
    expect(change.read('config/pipeline.ts')).toContain(`${line}\n  app.pipe('fw-middleware/proxy');\n`);
  });

  test('middleware with a path is inserted first, and existing middleware is not added again', async () => {
    expect(await withPiped('jwt', '/api')).toContain("app.pipe('/api', 'fw-middleware/jwt');\n");
    expect(await withPiped('cors')).toBe(pipeline);
  });
});

test.each([
  ['const providers: readonly ConfigProvider[] = [];\n\nexport default providers;\n', '= [one];'],
  ['export default [two] satisfies ConfigProvider[];\n', '[two, one]'],
  ['export default [\n  two,\n  three(), // a comment\n];\n', '  three(), // a comment\n  one,\n]'],
])('a name is added to an array in its style: %j', (text, expected) => {
  const edited = addToList(text, 'providers.ts', 'one');

  expect(edited).toContain(expected);
  expect(addToList(edited, 'providers.ts', 'one')).toBe(edited);
});

test.each([
  ['that another function creates', 'export default make();\n'],
  ['with circular names', 'const one = other;\nconst other = one;\n\nexport default one;\n'],
])('an array %s is not understood', (_, text) => {
  expect(() => addToList(text, 'providers.ts', 'one')).toThrow(
    'its default export is not an array literal in this file',
  );
});

test('package.json keeps its formatting, and its packages their order', () => {
  const text = '{\r\n\t"dependencies": {\r\n\t\t"a": "1",\r\n\t\t"z": "1"\r\n\t}\r\n}\r\n';

  expect(addDependency(text, 'dependencies', 'm', '^2.0.0')).toBe(
    text.replace('\t\t"z"', '\t\t"m": "^2.0.0",\r\n\t\t"z"'),
  );
  expect(addDependency(text, 'dependencies', 'zz', '1')).toContain('"z": "1",\r\n\t\t"zz": "1"\r\n\t}');
  expect(addDependency(text, 'devDependencies', 'a', '2')).toBe(text);
  expect(addDependency('{ "dependencies": { "a": "1", "z": "1" } }', 'dependencies', 'm', '2')).toBe(
    '{ "dependencies": { "a": "1", "m": "2", "z": "1" } }',
  );
});

test.each([
  ['{}', '{\n  "scripts": { "migrate": "tsx migrate.ts" }\n}'],
  [
    '{\n  "name": "site",\n  "scripts": {\n    "dev": "fw dev"\n  }\n}\n',
    '{\n  "name": "site",\n  "scripts": {\n    "dev": "fw dev",\n    "migrate": "tsx migrate.ts"\n  }\n}\n',
  ],
])('a script is added to package.json once: %j', (text, expected) => {
  const after = addScript(text, 'migrate', 'tsx migrate.ts');

  expect(after).toBe(expected);
  expect(addScript(after, 'migrate', 'tsx migrate.ts')).toBe(after);
  expect(() => addScript(after, 'migrate', 'other')).toThrow(
    'package.json has "migrate" in scripts already: choose another name.',
  );
});

test.each([
  ['^0.1.0', '^0.1.0'],
  ['workspace:*', 'workspace:*'],
])('fw-middleware has the same source as fw-runtime: %s', async (spec, expected) => {
  const project = await projectWith({
    'package.json': JSON.stringify({ dependencies: { 'fw-runtime': spec } }),
  });

  expect(packageSpec('fw-middleware', project, new Change(project.root), {})).toBe(expected);
  expect(
    packageSpec('fw-middleware', project, new Change(project.root), { FW_MIDDLEWARE_SPEC: 'file:x.tgz' }),
  ).toBe('file:x.tgz');
});

test('fw-middleware must be a tarball beside the tarball of fw-runtime', async () => {
  const dependencies = { 'fw-runtime': 'file:fw-runtime-0.1.0.tgz' };
  const project = await projectWith({ 'package.json': JSON.stringify({ dependencies }) });
  const spec = (): string => packageSpec('fw-middleware', project, new Change(project.root), {});

  expect(spec).toThrow('there is no fw-middleware beside it: set FW_MIDDLEWARE_SPEC to where it is.');
  await writeFile(join(project.root, 'fw-middleware-0.1.0.tgz'), '');
  expect(spec()).toBe('file:fw-middleware-0.1.0.tgz');
});

test.each([
  ['pnpm', { 'pnpm-lock.yaml': '' }],
  ['bun', { 'bun.lock': '{}' }],
  ['yarn', { 'package.json': '{ "packageManager": "yarn@4.0.0", "dependencies": { "fw-runtime": "1" } }' }],
  ['npm', {}],
])('the package manager of a project is detected from its files: %s', async (expected, files) => {
  const entry = { 'public/index.ts': "import 'fw-runtime/b';\n" };
  const { root } = await projectWith({ ...entry, ...files });

  expect(findProject(root).packageManager).toBe(expected);
});

test('providers are passed to the call of loadConfig', () => {
  const text = "import { loadConfig } from 'fw-runtime';\n\nexport default await loadConfig({ cwd });\n";

  expect(passProviders(text, 'config.ts')).toBe(
    "import { loadConfig } from 'fw-runtime';\nimport providers from './providers.ts';\n\n" +
      'export default await loadConfig({ cwd, providers });\n',
  );
});
