import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { treeOf } from '../laid-down.ts';
import { before, cwd, expectUnchanged, folder, generate, read, routesFile, run, write } from './site.ts';

const routeTypes = '.fw/types/routes.d.ts';
const serviceTypes = '.fw/types/services.d.ts';

/** What the compiler says of a site. */
async function typeCheck(): Promise<string[]> {
  const tsc = join(folder, 'node_modules', '.bin', 'tsc');
  const { stdout } = await execa(tsc, { cwd, reject: false });
  return stdout.split('\n').filter((line) => /^\S/.test(line));
}

describe('fw types', () => {
  test('finds nothing to do in a site as it was laid down, and makes the same where nothing is there', async () => {
    expect(await run(['types'])).toMatchObject({
      exitCode: 0,
      stdout: 'Nothing to do: all of it is there already.',
    });
    await rm(join(cwd, '.fw', 'types'), { recursive: true });
    expect(await run(['check'])).toMatchObject({ exitCode: 0, stdout: 'No faults: 2 routes.' });
    expect(await generate('route', '--path', '/post')).toMatchObject({ exitCode: 0 });
    await run(['undo']);
    await write('tsconfig.json', (await read('tsconfig.json')).replace('".fw/types", ', ''));

    expect(await run(['types'])).toMatchObject({
      exitCode: 0,
      stdout: `made     ${routeTypes}
made     ${serviceTypes}
The compiler does not see them yet: add ".fw/types" to "include" in tsconfig.json, and in tsconfig.build.json if there is one.`,
    });
    await write('tsconfig.json', Buffer.from(before.get('tsconfig.json') ?? '', 'base64').toString());
    await expectUnchanged();
  });

  test('is done by generators and undo, with the routes of sub-applications', async () => {
    const path = '/post/{id}[/{page}]';
    expect((await generate('route', '--path', path, '--dry-run')).stdout).not.toMatch(routeTypes);
    const { stdout } = await generate('route', '--path', path);
    expect(stdout).toMatch(`edited  ${routeTypes}\n`);
    expect(stdout).not.toMatch(serviceTypes);
    await generate('app', '--class', 'Blog', '--path', '/blog');
    await write(
      'config/autoload/db.global.ts',
      `import { createDb } from '../../src/db.ts';
export default { dependencies: { factories: { db: createDb } } };
`,
    );
    await write(
      'src/db.ts',
      `export class Db { readonly titles = ['Hello']; }
export async function createDb(): Promise<Db> { return new Db(); }
`,
    );
    const services = await generate('service', '--class', 'Posts');
    expect(services.stdout).toMatch(`edited  ${serviceTypes}\n`);

    const routes = await read(routeTypes);
    expect(routes).toMatch('    readonly blog: {};\n    readonly home: {};\n    readonly ping: {};\n');
    expect(routes).toMatch("readonly 'show-post': { readonly id: string; readonly page?: string };\n");
    expect(await read(serviceTypes))
      .toMatch(`    readonly Application: MadeBy<typeof import('fw-runtime/b').ApplicationFactory>;
    readonly Blog: MadeBy<typeof import('#app/app/blog').createBlog>;
    readonly Posts: InstanceType<typeof import('#app/service/posts').Posts>;
    readonly db: MadeBy<typeof import('../../src/db.ts').createDb>;
`);
    await write(
      'src/names.ts',
      `import { inject, RedirectResponse, type RouteName, type RouteParams, type Url } from 'fw-runtime/b';
import { createContainer } from '../config/container.ts';

export const name: RouteName = 'show-post';
export const wrong: RouteName = 'shwo-post';
export const params: RouteParams<'show-post'> = { id: '1' };
export const wrongParams: RouteParams<'show-post'> = { slug: '1' };
export const right = inject(['db', 'Posts'], (db, posts) => ({ process: () => [db.titles, posts] }));
export const wrongService = inject(['db'], (db: string) => ({ process: () => db }));
export const titles: string = createContainer().get('db');
export const urls = (url: Url) => [url('show-post', { id: 1, page: 2 }), url('home'), url('blog')];
export const wrongUrl = (url: Url) => url('show-post');
export const to = () => RedirectResponse.to('pong');
`,
    );
    expect(await typeCheck()).toEqual([
      expect.stringMatching(/^src\/names\.ts\(5,14\): error .*"shwo-post"/),
      expect.stringMatching(/^src\/names\.ts\(7,56\): error .*'slug' does not exist/),
      expect.stringMatching(/^src\/names\.ts\(9,44\): error .*Db/),
      expect.stringMatching(/^src\/names\.ts\(10,14\): error .*Promise<Db>/),
      expect.stringMatching(/^src\/names\.ts\(12,39\): error /),
      expect.stringMatching(/^src\/names\.ts\(13,45\): error .*"pong"/),
    ]);

    for (const path of ['src/names.ts', 'src/db.ts', 'config/autoload/db.global.ts'])
      await rm(join(cwd, path));
    for (const _ of ['service', 'app', 'route']) await run(['undo']);
    await expectUnchanged();
  });

  test('is asked for by fw check, which does it with --fix', async () => {
    await write(routesFile, (await read(routesFile)).replace("name: 'ping'", "name: 'pong'"));
    const stale = `${routeTypes} does not say which routes the site has: run fw types, which writes it.`;
    const { exitCode, stdout } = await run(['check', '--json']);
    expect([exitCode, JSON.parse(stdout).faults]).toEqual([1, [stale]]);
    expect(await run(['check', '--fix'])).toMatchObject({
      exitCode: 0,
      stdout: `edited  ${routeTypes}\nNo faults: 2 routes.`,
    });
    expect(JSON.parse((await run(['types', '--json'])).stdout)).toEqual({ changes: [] });
    expect(await read(routeTypes)).toMatch('readonly pong: {};');
  });

  test('writes nothing of a site that does not load', async () => {
    await write(routesFile, (await read(routesFile)).replace("'/ping'", "'/{'"));
    const changed = await treeOf(cwd);
    expect(await run(['types'])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('The site does not load:'),
    });
    expect(await treeOf(cwd)).toEqual(changed);
  });
});
