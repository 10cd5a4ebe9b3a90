import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { AppFactory } from 'fw-runtime/b';
import { type SchemaConverters } from 'fw-runtime';
import { openApiOf } from 'fw-runtime/openapi';
import { ServiceManager } from 'fw-runtime/service-manager';
import { toJsonSchema } from '@valibot/to-json-schema';
import { describe, expect, test } from 'vitest';
import { completeAnswers } from '#command-line/answers';
import type { Answers } from '#command-line/flag';
import { UsageError } from '#command-line/errors';
import { Change } from '../../../src/generate/engine/change.ts';
import { injectedServices } from '../../../src/generate/engine/injection.ts';
import { LIBRARIES } from '../../../src/generate/contract/libraries.ts';
import { resource } from '../../../src/generate/kinds/resource.ts';
import { namesOf, pluralOf } from '../../../src/generate/resource/resource-names.ts';
import type { GeneratedProject } from '../../../src/generate/engine/generator.ts';
import { inspection } from '../../project-with.ts';
import { emptyFolder, writeFiles } from '../../../../command-line/test/folders.ts';

const modules = join(import.meta.dirname, '..', '..', '..', '..', '..', 'node_modules');

async function emptyProject(): Promise<GeneratedProject> {
  const root = await emptyFolder();
  await symlink(modules, join(root, 'node_modules'), 'junction');
  await writeFile(join(root, 'package.json'), '{\n  "type": "module",\n  "dependencies": {}\n}\n');
  return {
    root,
    variant: 'b',
    layout: 'config',
    alias: '#app',
    runtime: 'fw-runtime/b',
    target: 'node',
    packageManager: 'npm',
    entry: 'public/index.ts',
    inspection,
  };
}

const asking = { terminal: undefined, yes: true, signal: AbortSignal.any([]) };

async function plan(project: GeneratedProject, given: Answers): Promise<ReturnType<Change['finish']>> {
  const change = new Change(project.root);
  await resource.plan(project, await completeAnswers(resource.questions, given, project, asking), change);
  return change.finish();
}

async function make(project: GeneratedProject, given: Answers): Promise<void> {
  const files = (await plan(project, given)).map(({ path, after }): [string, string] => [path, after]);
  await writeFiles(project.root, Object.fromEntries(files));
}

describe.each(Object.keys(LIBRARIES))('with %s', (schema) => {
  test('its five routes create a valid and complete document', async () => {
    const project = await emptyProject();
    const fields = 'title:string, draft:boolean?, tags:string[], on:date?, state:draft|done';
    await make(project, { name: 'post', fields, schema });
    const { posts } = await import(join(project.root, 'src', 'posts', 'post-routes.ts'));
    const { MemoryPosts } = await import(join(project.root, 'src', 'posts', 'posts.ts'));
    const container = new ServiceManager({ invokables: { Posts: MemoryPosts } });
    const valibot: SchemaConverters[string] = (schema) =>
      toJsonSchema(schema, { target: 'draft-2020-12', typeMode: 'input' });
    container.setService('config', { openapi: { converters: { valibot } } });
    const app = AppFactory.create(container);
    app.add(posts).pipeRoutingMiddleware().pipeDispatchMiddleware();
    const { document, faults } = await openApiOf(app);

    expect(faults).toEqual([]);
    expect(await new Validator().validate({ ...structuredClone(document) })).toMatchObject({ valid: true });
    expect(Object.entries(document.paths).map(([path, item]) => [path, Object.keys(item)])).toEqual([
      ['/posts', ['get', 'post']],
      ['/posts/{id}', ['get', 'put', 'delete']],
    ]);
    const { post } = document.paths['/posts'] ?? {};
    expect(Object.keys(post?.responses ?? {})).toEqual(expect.arrayContaining(['201', '422']));
  });
});

describe.each(Object.keys(LIBRARIES))('a nested resource with %s', (schema) => {
  test('is scoped to its parent: items of another parent are neither listed, shown, updated nor deleted', async () => {
    const project = await emptyProject();
    const path = String.raw`/users/{user}/posts/{post-id:\d+}/comments`;
    await make(project, { name: 'comment', fields: 'text:string', path, schema });
    const { comments } = await import(join(project.root, 'src', 'comments', 'comment-routes.ts'));
    const { MemoryComments } = await import(join(project.root, 'src', 'comments', 'comments.ts'));
    const app = AppFactory.create(new ServiceManager({ invokables: { Comments: MemoryComments } }));
    app.add(comments).pipeRoutingMiddleware().pipeDispatchMiddleware();
    const send = (method: string, target: string): Promise<Response> => {
      const hasBody = method === 'POST' || method === 'PUT';
      const json = { headers: { 'Content-Type': 'application/json' }, body: '{"text":"Hi"}' };
      return app.request(target, { method, ...(hasBody && json) });
    };

    const created = await send('POST', '/users/ada/posts/1/comments');
    const own = created.headers.get('Location') ?? '';
    expect(created.status).toBe(201);
    for (const parent of ['/users/ada/posts/2/comments', '/users/bob/posts/1/comments']) {
      const other = own.replace('/users/ada/posts/1/comments', parent);
      expect((await send('GET', other)).status).toBe(404);
      expect((await send('PUT', other)).status).toBe(404);
      expect((await send('DELETE', other)).status).toBe(404);
      expect(await (await send('GET', parent)).json()).toEqual([]);
    }
    expect(await (await send('GET', '/users/ada/posts/1/comments')).json()).toHaveLength(1);
    expect((await send('PUT', own)).status).toBe(200);
    expect((await send('DELETE', own)).status).toBe(204);
  });

  test('accepts nested objects, arrays of objects and enumerated values', async () => {
    const project = await emptyProject();
    const fields = 'author:{name:string, links:{url:url}[]?}, state:draft|done[], at:{x:number}?';
    await make(project, { name: 'post', fields, schema });
    const { posts } = await import(join(project.root, 'src', 'posts', 'post-routes.ts'));
    const { MemoryPosts } = await import(join(project.root, 'src', 'posts', 'posts.ts'));
    const app = AppFactory.create(new ServiceManager({ invokables: { Posts: MemoryPosts } }));
    app.add(posts).pipeRoutingMiddleware().pipeDispatchMiddleware();
    const create = (body: object): Promise<Response> =>
      app.request('/posts', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const good = { author: { name: 'Ada', links: [{ url: 'https://example.com/' }] }, state: ['draft'] };

    expect((await create(good)).status).toBe(201);
    const bad = await create({ ...good, author: { name: 'Ada', links: [{ url: 'nowhere' }] } });
    expect(await bad.json()).toMatchObject({ status: 422, errors: [{ pointer: '/author/links/0/url' }] });
    expect((await create({ ...good, at: { x: 'left' } })).status).toBe(422);
  });

  test('has its own test of the scope', async () => {
    const project = await emptyProject();
    const given = {
      name: 'comment',
      fields: 'text:string',
      path: String.raw`/posts/{post:\d{2}}/comments`,
      schema,
    };
    const files = await plan(project, given);
    const text = files.find(({ path }) => path === 'test/comments.test.ts')?.after ?? '';
    expect(text).toMatch(/test\('a comment of another parent is neither listed, shown, updated nor deleted'/);
    const [, own, other] = /own\.replace\('(.*?)', '(.*?)'\)/.exec(text) ?? [];
    expect(own).toMatch(/^\/posts\/\d{2}\/comments$/);
    expect(other).toMatch(/^\/posts\/\d{2}\/comments$/);
    expect(other).not.toBe(own);
  });
});

test('another class gets the service by the abstract class that registers it', async () => {
  const project = await emptyProject();
  await make(project, { name: 'post', fields: 'title:string' });
  expect(injectedServices(project, new Change(project.root), ['posts'])).toMatchObject([
    { id: 'Posts', code: 'Posts', type: 'Posts', imported: { name: 'Posts', from: '#app/posts/posts' } },
  ]);
});

test('all names are derived from the name, or from the path, whose last word names the resource', () => {
  expect(namesOf({ name: 'post' })).toMatchObject({ Service: 'Posts', name: 'posts', routes: 'posts' });
  expect(namesOf({ name: 'BlogEntry' })).toEqual({
    one: 'blog entry',
    many: 'blog entries',
    One: 'BlogEntry',
    Service: 'BlogEntries',
    name: 'blog-entries',
    routes: 'blogEntries',
  });
  expect(namesOf({ name: 'person', path: '/teams/{team}/people' })).toMatchObject({
    Service: 'People',
    name: 'people',
    routes: 'people',
  });
  expect(['box', 'bus', 'day', 'city', 'dish'].map(pluralOf)).toEqual([
    'boxes',
    'buses',
    'days',
    'cities',
    'dishes',
  ]);
});

test.each<[Answers, RegExp]>([
  [{ fields: 'title:string' }, /<name> is missing/],
  [{ name: 'post' }, /--fields <fields> is missing/],
  [{ name: 'post', fields: '' }, /^--fields: Fields are needed/],
  [{ name: 'post', fields: 'title:text' }, /^--fields: title: there is no type "text"/],
  [{ name: 'post', fields: 'id:string' }, /^--fields: The field "id" is added/],
  [{ name: 'class', fields: 'title:string' }, /reserved word/],
  [{ name: 'problem', fields: 'title:string' }, /"Problem" is a name of the language/],
  [{ name: '7', fields: 'title:string' }, /starts with a digit/],
  [{ name: 'post', fields: 'title:string', path: '/' }, /^--path: "\/" is not the path of a resource/],
  [
    { name: 'post', fields: 'title:string', path: '/posts[/{x}]' },
    /^--path: .* is not the path of a resource/,
  ],
  [{ name: 'post', fields: 'title:string', path: '/posts/{id}/posts' }, /^--path: .*id/],
  [{ name: 'post', fields: 'author:{name:text}' }, /^--fields: author: name: there is no type "text"/],
  [{ name: 'post', fields: 'author:{}' }, /^--fields: author: it has no fields/],
  [{ name: 'post', fields: 'author:{name:string' }, /^--fields: The braces of a nested object do not match/],
  [
    { name: 'post', fields: 'title:string', group: '/blogs/{blog}' },
    /^--group: .* pass --path \/blogs\/\{blog\}\/posts/,
  ],
  [{ name: 'sheep', fields: 'name:string', path: '/sheep' }, /^--service: "Sheep" is the singular name/],
  [
    { name: 'post', fields: 'title:string', service: 'PostFields' },
    /^--service: "PostFields" is the singular name/,
  ],
  [{ name: 'post', fields: 'title:string', service: 'posts' }, /^--service: .* small letter/],
])('%j is rejected, with the reason', async (given, reason) => {
  const rejected = plan(await emptyProject(), given);
  await expect(rejected).rejects.toThrow(UsageError);
  await expect(rejected).rejects.toThrow(reason);
});
