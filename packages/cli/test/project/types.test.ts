import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TEMPLATES_FOLDER } from '../../../create-fw-app/src/package-info.ts';
import { layersOf } from '../../../create-fw-app/src/layers.ts';
import { renderTemplates } from '../../../create-fw-app/src/template-set.ts';
import { styleOf } from '../../src/edit/text-style.ts';
import { type NamedRoute, routesFile } from '../../src/project/routes-file.ts';
import { servicesFile } from '../../src/project/services-file.ts';
import type { RegisteredNames } from 'fw-devtools';
import { refreshTypes, staleTypes, typeFileChanges } from '../../src/project/type-files.ts';
import { emptyFolder, writeFiles } from '../../../command-line/test/folders.ts';
import { values } from '../../../create-fw-app/test/template-values.ts';

const style = styleOf('', 'index.ts');
const route = (name: string, params = '', origin?: NamedRoute['origin']): NamedRoute => ({
  name,
  placeholders: params
    .split(' ')
    .filter(Boolean)
    .map((param) => ({ name: param.replace('?', ''), optional: param.endsWith('?') })),
  ...(origin && { origin }),
});

describe('the routes', () => {
  test('are listed by their names with their parameters, also the ones without an explicit name', () => {
    const routes = [route('post', 'id'), route('/t^GET:POST'), route('page', 'n? lang-code?'), route('home')];

    expect(routesFile(routes, style)).toBe(`/* eslint-disable */
// The routes by their names, and the parameters of their paths. Written by fw types: do not edit.
import 'fw-runtime';

declare module 'fw-runtime' {
  interface Routes {
    readonly '/t^GET:POST': {};
    readonly home: {};
    readonly page: { readonly n?: string; readonly 'lang-code'?: string };
    readonly post: { readonly id: string };
  }
}
`);
    expect(routesFile(routes.toReversed(), style)).toBe(routesFile(routes, style));
  });

  test('of one name require the parameters of all of them, and accept the parameters of any', () => {
    const routes = [route('post', 'blog id n?'), route('post', 'blog slug'), route('home'), route('home')];

    expect(typesIn(routesFile(routes, style))).toEqual([
      'readonly home: {};',
      'readonly post: { readonly blog: string; readonly id?: string; readonly n?: string; readonly slug?: string };',
    ]);
  });

  test('of local files are omitted, because the file is shared', () => {
    const routes = [
      route('mine', '', { file: 'config/autoload/development.local.ts', key: 'routes[0]' }),
      route('test', '', { file: 'config/autoload/test.ts', key: 'routes[0]' }),
      route('all', '', { file: 'config/autoload/local-news.global.ts', key: 'routes[0]' }),
      route('call', '', { file: '/site/src/local.ts', line: 1 }),
    ];

    expect(namesIn(routesFile(routes, style))).toEqual(['all', 'call']);
  });

  test('are written in the style of the project', async () => {
    const root = await emptyFolder();
    await writeFiles(root, { 'index.ts': 'import "x"\r\nexport default {\r\n\ta: "b"\r\n}\r\n' });
    const [change] = typeFileChanges({ root, entry: 'index.ts' }, { routes: [route('a-b', 'id')] });

    expect(change?.text).toMatch(
      'import "fw-runtime"\r\n\r\ndeclare module "fw-runtime" {\r\n\tinterface Routes {\r\n\t\treadonly "a-b": { readonly id: string }\r\n\t}\r\n}\r\n',
    );
  });
});

describe('the services', () => {
  const imports = `import { createDb, Db, LogFactory as Log, settings } from '#app/db';
    import Mailer from '../../src/mailer.ts';
    import type { Store } from 'some-store';
    import * as all from '#app/all';
    export const createOwn = () => new Db();
    const hidden = () => new Db();
  `;
  const db = "import('#app/db')";

  test.each([
    ['factories', 'createDb', `MadeBy<typeof ${db}.createDb>`],
    ['factories', 'Log', `MadeBy<typeof ${db}.LogFactory>`],
    ['factories', 'createOwn', "MadeBy<typeof import('../../config/autoload/db.global.ts').createOwn>"],
    ['factories', '(container) => new Db(container)', `InstanceType<typeof ${db}.Db>`],
    ['factories', '() => { return new Db(); }', `InstanceType<typeof ${db}.Db>`],
    ['factories', 'async () => new Db()', `Promise<InstanceType<typeof ${db}.Db>>`],
    ['factories', '(): Store => open()', "import('some-store').Store"],
    ['factories', 'async (): Promise<Store> => open()', "Promise<import('some-store').Store>"],
    ['factories', '() => new Db<string>()', undefined],
    ['factories', '() => new Map()', undefined],
    ['factories', '(c) => c.get("db")', undefined],
    ['factories', '(): Store<Db> => open()', undefined],
    ['factories', 'hidden', undefined],
    ['factories', 'all.createDb', undefined],
    ['invokables', 'Mailer', "InstanceType<typeof import('../../src/mailer.ts').default>"],
    ['invokables', 'class {}', undefined],
    ['services', 'settings', `typeof ${db}.settings`],
    ['services', '"https://site.example"', 'string'],
    ['services', '8080', 'number'],
    ['services', 'new Db()', `InstanceType<typeof ${db}.Db>`],
    ['services', '{ deep: true }', undefined],
  ])('in %s, %s returns %s', async (map, code, type) => {
    const text = await servicesOf({
      'db.global.ts': `${imports} export default ${config(map, `db: ${code}`)};`,
    });

    expect(typesIn(text)).toEqual(type === undefined ? [] : [`readonly db: ${type};`]);
  });

  test('are those of shared files, later files overriding earlier ones', async () => {
    const text = await servicesOf({
      'a.global.ts': `import { One } from '#app/one'; export default ${config('invokables', 'one: One, two: One, three: One')};`,
      'b.global.ts': `import { Two } from '#app/two'; export default ${config('factories', 'two: Two, three() { return 3; }')};`,
      'c.local.ts': `import { Mine } from '#app/mine'; export default ${config('invokables', 'one: Mine')};`,
      'd.global.ts': 'export default await elsewhere();',
      'e.global.json':
        '{ "dependencies": { "aliases": { "uno": "eins", "eins": "one", "gone": "nowhere" } } }',
      'f.global.ts': 'export default { dependencies: ',
    });

    expect(typesIn(text)).toEqual([
      "readonly eins: InstanceType<typeof import('#app/one').One>;",
      "readonly one: InstanceType<typeof import('#app/one').One>;",
      "readonly two: MadeBy<typeof import('#app/two').Two>;",
      "readonly uno: InstanceType<typeof import('#app/one').One>;",
    ]);
  });

  test('with a delegator, and aliases in a circle, have no type', async () => {
    const text = await servicesOf({
      'a.global.ts': `import { One } from '#app/one';
        export default { dependencies: {
          invokables: { One, two: One },
          delegators: { two: [wrap] },
          aliases: { a: 'b', b: 'a', c: 'c', d: One },
        } };`,
    });

    expect(namesIn(text)).toEqual(['One', 'd']);
  });
});

describe('the services of a project that lists them', () => {
  const names = {
    services: ['cache', 'config', 'db', 'Logger'],
    config: ['title', 'mail', 'a-b', 'limit', 'set'],
  };

  test('are all named, and the list is complete', async () => {
    const text = await servicesOf(
      {
        'a.global.ts': `import { One } from '#app/one';
          export default ${config('invokables', 'db: One, RouterInterface: One, gone: One')};`,
      },
      { services: [...names.services, 'RouterInterface'] },
    );

    expect(text).toBe(`/* eslint-disable */
// The services of the app. Written by fw types: do not edit; the project's own \`Services\` takes precedence.
import 'fw-runtime';

declare module 'fw-runtime' {
  interface ConfiguredServices {
    readonly RouterInterface: InstanceType<typeof import('#app/one').One>;
    readonly cache: unknown;
    readonly db: InstanceType<typeof import('#app/one').One>;
  }

  interface ServiceNames {
    readonly complete: true;
  }
}
`);
  });

  test('of packages of Fw have the types of their classes, if the project depends on the packages', async () => {
    const root = await emptyFolder();
    const names = { services: ['Jobs', 'JobWorker', 'cache'], config: [] };
    const types = (): string[] => typesIn(servicesFile(root, style, names)).slice(0, 2);
    await writeFiles(root, { 'package.json': '{}' });
    expect(types()).toEqual(['readonly JobWorker: unknown;', 'readonly Jobs: unknown;']);
    await writeFiles(root, { 'package.json': '{ "dependencies": { "fw-jobs": "^0.1.0" } }' });
    expect(types()).toEqual([
      "readonly JobWorker: import('fw-jobs').JobWorker;",
      "readonly Jobs: import('fw-jobs').Jobs;",
    ]);
  });

  test('include the configuration with the types of its own keys', async () => {
    const text = await servicesOf(
      {
        'a.global.ts': `import type { MailOptions } from '../../src/mail.ts';
          import type { Later } from '#app/later';
          export default { title: 'Blog', limit: 10, 'a-b': true, set: 1, other: '',
            mail: { from: 'a' } satisfies MailOptions };`,
        'b.global.ts': "export default { title: `Notes`, set: '1' };",
        'c.global.json': '{ "limit": 20 }',
        'd.local.ts': "export default { title: env('TITLE') };",
      },
      names,
    );

    expect(typesIn(text)).toContain(
      "readonly config: ConfigWith<{ readonly 'a-b': boolean; readonly limit: number; " +
        "readonly mail: import('../../src/mail.ts').MailOptions; readonly set: unknown; readonly title: string }>;",
    );
    expect(text).toMatch("import type { ConfigWith } from 'fw-runtime';");
  });

  test.each([
    ['{ from: "a" } satisfies Partial<MailOptions>'],
    ['{ from: "a" } satisfies Local'],
    ['{ from: "a" }'],
    ['options'],
  ])('have no type for the configuration key %s', async (value) => {
    const text = await servicesOf(
      {
        'a.global.ts': `import type { MailOptions } from '#app/mail';
          interface Local { from: string }
          const options = {};
          export default { mail: ${value} };`,
      },
      { services: [], config: ['mail'] },
    );

    expect(typesIn(text)).toEqual([
      'readonly config: ConfigWith<{ readonly mail: unknown }>;',
      'readonly complete: true;',
    ]);
  });
});

describe('the files', () => {
  test('of a project without the folder are not created as a side effect', async () => {
    const project = { root: await emptyFolder(), entry: 'index.ts' };

    expect(refreshTypes(project, { routes: [route('home')] })).toEqual([]);
    expect(staleTypes(project, { routes: [route('home')] })).toEqual([]);
    expect(typeFileChanges(project, { routes: [route('home')] })).toMatchObject([
      { path: '.fw/types/routes.d.ts', action: 'made' },
    ]);
  });

  test('are written if their content differs, not if only their format differs', async () => {
    const project = { root: await emptyFolder(), entry: 'index.ts' };
    const routes = [route('post', 'id'), route('a-b')];
    const formatted = routesFile(routes, styleOf('import "x"\nexport {\n\ta\n}', 'index.ts')).replaceAll(
      '\n',
      '\r\n',
    );
    await writeFiles(project.root, { '.fw/types/routes.d.ts': formatted });
    expect(staleTypes(project, { routes })).toEqual([]);

    await writeFiles(project.root, {
      'config/autoload/a.global.ts': `import { One } from '#app/one'; export default ${config('invokables', 'One')};`,
    });
    expect(staleTypes(project, { routes: [route('post', 'slug')] })).toEqual([
      '.fw/types/routes.d.ts does not say which routes the app has: run node fw types to update it.',
      '.fw/types/services.d.ts does not say which services the app has: run node fw types to update it.',
    ]);
    expect(refreshTypes(project, { routes })).toMatchObject([
      { path: '.fw/types/services.d.ts', action: 'made' },
    ]);

    await rm(join(project.root, 'config'), { recursive: true });
    expect(refreshTypes(project, { routes })).toMatchObject([
      { path: '.fw/types/services.d.ts', action: 'removed' },
    ]);
    expect(await readFile(join(project.root, '.fw/types/routes.d.ts'), 'utf8')).toBe(formatted);
  });

  test(
    'of a new project are as fw types would write them, in every variant, layout and router',
    { tags: ['full'] },
    async () => {
      for (const variant of ['a', 'b'] as const) {
        for (const form of ['config', 'hybrid', 'programmatic'] as const) {
          for (const router of ['tree', 'find-my-way', 'rou3', 'path-to-regexp'] as const) {
            const shape = { ...values, variant, form, router, programmatic: form === 'programmatic' };
            const files = await renderTemplates(
              layersOf(shape).map((layer) => join(TEMPLATES_FOLDER, layer)),
              shape,
            );
            const texts = [...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()] as const);
            const root = await emptyFolder();
            await writeFiles(root, Object.fromEntries(texts));
            const names = form === 'hybrid' ? ['home', 'ping', 'post'] : ['home', 'ping'];
            const created = new Map(texts);

            expect(created.get('.fw/types/routes.d.ts')).toBe(
              routesFile(
                names.map((name) => route(name)),
                style,
              ),
            );
            const services = ['config', 'Application', 'RouterInterface'].filter(
              (id) => id === 'config' || (id === 'Application' ? form !== 'programmatic' : router !== 'tree'),
            );
            expect(created.get('.fw/types/services.d.ts')).toBe(
              servicesFile(root, style, { services, config: [] }),
            );
          }
        }
      }
    },
  );
});

function config(map: string, entries: string): string {
  return `defineConfig({ dependencies: { ${map}: { ${entries} } } })`;
}

async function servicesOf(
  files: Readonly<Record<string, string>>,
  names?: RegisteredNames,
): Promise<string | undefined> {
  const root = await emptyFolder();
  const placed = Object.entries(files).map(([name, text]) => [`config/autoload/${name}`, text]);
  await writeFiles(root, Object.fromEntries(placed));
  return servicesFile(root, style, names);
}

function typesIn(text = ''): string[] {
  return Array.from(text.matchAll(/^ {4}(readonly .*)$/gm), ([, line = '']) => line);
}

function namesIn(text: string | undefined): string[] {
  return typesIn(text).map((line) => line.split(/[ :]+/)[1] ?? '');
}
