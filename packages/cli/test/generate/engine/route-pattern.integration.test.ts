import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  defaultClass,
  readRoutePath,
  requestedRoutes,
  wordsOf,
} from '../../../src/generate/engine/requested-routes.ts';
import { validatePaths, validateTokens } from '../../../src/generate/route/route-answers.ts';
import type { GeneratedProject } from '../../../src/generate/engine/generator.ts';
import { inspection } from '../../project-with.ts';
import { INEXPRESSIBLE_PATHS } from '../../../../runtime/test/kernel/router/express-paths.ts';
import { emptyFolder } from '../../../../command-line/test/folders.ts';

/** A folder that depends on the framework: the repository itself. */
const project = { root: join(import.meta.dirname, '../../../../..'), inspection } as GeneratedProject;

test('the framework of the project parses a path into its placeholders and words', async () => {
  const path = String.raw`/post/{id:\d{1,3}}/page[/{n}/more]`;
  const { placeholders, sample } = await readRoutePath(project, { path });
  expect(placeholders).toEqual([
    { name: 'id', restrictions: [String.raw`\d{1,3}`], optional: false, rest: false },
    { name: 'n', restrictions: [], optional: true, rest: false },
  ]);
  expect(sample).toMatchObject({ path: '/post/1/page/1/more', params: { id: '1', n: '1' } });
  expect(wordsOf(path, placeholders)).toEqual(['post', 'page']);
});

test('a placeholder may have hyphens in its name, and spaces around it', async () => {
  const path = '/post/{ post-id : [a-z]{2} }/{_}';
  const { placeholders, sample } = await readRoutePath(project, { path });
  expect(placeholders.map(({ name, restrictions }) => [name, ...restrictions])).toEqual([
    ['post-id', '[a-z]{2}'],
    ['_'],
  ]);
  expect(sample).toMatchObject({
    path: '/post/en/1',
    params: { 'post-id': 'en', _: '1' },
  });
  expect(await defaultClass(project, { path, methods: ['GET'] }, '')).toBe('ShowPost');
  expect(await validateTokens('post-id=[a-f]{2}', { path }, project)).toBe(undefined);
});

test.each<readonly [path: string, reason: string]>([
  ['post', 'it must start with "/"'],
  ['/a?b', '"?" and "#" cannot be part of a path'],
  ['/{1}', 'a placeholder needs a name'],
  ['/{id', 'the placeholder {id is not closed'],
  ['/{id}/{id}', 'the placeholder {id} occurs twice'],
  ['/a[/b', '"[" is not closed'],
  ['/{id:[}', 'the constraint of {id} is no regular expression'],
  ['/.well/..', 'the segments "." and ".." never match'],
  ['/:id?', '":id?" is written {id}'],
  ...INEXPRESSIBLE_PATHS,
])('a path cannot be %j, and the framework reports the reason', async (path, reason) => {
  expect(await validatePaths(path, {}, project)).toContain(reason);
});

test.each([
  ['id', '"id" is not a constraint: write it as in id=\\d+.'],
  ['n=1', 'The path has no placeholder {n} for --token to constrain: name one that it has.'],
  ['id=[', 'token "id" of the route /post/{id} must be a regular expression'],
])('a constraint cannot be %j', async (answer, reason) => {
  expect(await validateTokens(answer, { path: '/post/{id}' }, project)).toContain(reason);
});

test('each of several routes may have its methods before its path', () => {
  const path = String.raw`/posts
POST /posts
put,patch   /posts/{ id : [a-z ]+ }
any [/{rest:.*}]`;
  expect(requestedRoutes({ path, method: 'get,GET' })).toEqual([
    { path: '/posts', methods: ['GET'] },
    { path: '/posts', methods: ['POST'] },
    { path: '/posts/{ id : [a-z ]+ }', methods: ['PUT', 'PATCH'] },
    { path: '[/{rest:.*}]', methods: undefined },
  ]);
});

test.each([
  ['GET', '/post/{id}', '', 'ShowPost'],
  ['GET', '/posts', '', 'Posts'],
  ['POST', '/posts', '/api', 'CreatePosts'],
  ['DELETE', '/{id}', '/api/posts', 'DeleteApiPosts'],
  ['GET', '/', '/users/{user}', 'Users'],
  ['GET', '/', '', 'Home'],
  ['GET', '/404', '', 'Route404'],
])('%s %s in the group "%s" has the handler %s', async (method, path, group, name) => {
  expect(await defaultClass(project, { path, methods: [method] }, group)).toBe(name);
});

test('a project whose framework is not installed is an error', async () => {
  expect(await validatePaths('/x', {}, { ...project, root: await emptyFolder() })).toMatch(
    /^The project's packages cannot be loaded, install them first: Cannot find module 'fw-runtime\/a'$/,
  );
});
