/** @module-tag full */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { typesTests } from '../../../packages/cli/test/commands/types.ts';
import { callFw, type Ended } from '../call-fw.ts';
import { recordingProject } from './project-commands.ts';

const project = recordingProject('types');
typesTests(project);
const { read, write, expectUnchanged } = project;
const run = (args: readonly string[]): Promise<Ended> => callFw(project.cwd, args);
const generate = (...args: string[]): Promise<Ended> => run(['generate', ...args]);
const routeTypes = '.fw/types/routes.d.ts';
const serviceTypes = '.fw/types/services.d.ts';

/** The errors of the compiler in a project. */
async function typeCheck(): Promise<string[]> {
  const tsc = join(project.folder, 'node_modules', '.bin', 'tsc');
  const { stdout } = await execa(tsc, { cwd: project.cwd, reject: false });
  return stdout.split('\n').filter((line) => /^\S/.test(line));
}

describe('fw types', () => {
  test('runs in generators and undo, with the routes of sub-applications', async () => {
    const path = '/post/{id}[/{page}]';
    expect((await generate('route', '--path', path, '--dry-run')).stdout).not.toMatch(routeTypes);
    const { stdout } = await generate('route', '--path', path);
    expect(stdout).toMatch(`edited  ${routeTypes}\n`);
    expect(stdout).not.toMatch(serviceTypes);
    await generate('app', '--class', 'Blog', '--path', '/blog');
    await write(
      'config/autoload/db.global.ts',
      `import { createDb } from '../../src/db.ts';
export default { title: 'Blog', dependencies: { factories: { db: createDb, cache: () => new Map() } } };
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
    readonly cache: unknown;
    readonly config: ConfigWith<{ readonly title: string }>;
    readonly db: MadeBy<typeof import('../../src/db.ts').createDb>;
  }

  interface ServiceNames {
    readonly complete: true;
`);
    await write(
      'src/names.ts',
      `import { inject, RedirectResponse, type RouteName, type RouteParams, type ServerRequest, type Url } from 'fw-runtime/b';
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
export const to = (request: ServerRequest) => RedirectResponse.to(request, 'pong');
export const cache: Map<string, string> = createContainer().get('cache');
export const unknownName = createContainer().get('chache');
export const injected = inject(['chache'], () => ({ process: () => 1 }));
export const title: string = createContainer().get('config').title;
export const wrongKey = createContainer().get('config').titel;
`,
    );
    expect(await typeCheck()).toEqual([
      expect.stringMatching(/^src\/names\.ts\(5,14\): error .*"shwo-post"/),
      expect.stringMatching(/^src\/names\.ts\(7,56\): error .*'slug' does not exist/),
      expect.stringMatching(/^src\/names\.ts\(9,44\): error .*Db/),
      expect.stringMatching(/^src\/names\.ts\(10,14\): error .*Promise<Db>/),
      expect.stringMatching(/^src\/names\.ts\(12,39\): error /),
      expect.stringMatching(/^src\/names\.ts\(13,76\): error .*"pong"/),
      expect.stringMatching(/^src\/names\.ts\(15,50\): error /),
      expect.stringMatching(/^src\/names\.ts\(16,33\): error .*"chache"/),
      expect.stringMatching(/^src\/names\.ts\(18,57\): error .*'titel'/),
    ]);

    for (const path of ['src/names.ts', 'src/db.ts', 'config/autoload/db.global.ts'])
      await rm(join(project.cwd, path));
    for (const _ of ['service', 'app', 'route']) await run(['undo']);
    await expectUnchanged();
  });
});
