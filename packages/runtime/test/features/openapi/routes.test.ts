import { expect, test } from 'vitest';
import { z } from 'zod';
import { Application, TextResponse } from '../../../src/b/index.ts';
import { contract } from '../../../src/features/contract/index.ts';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import { openApiDocument, openApiOf } from '../../../src/features/openapi/index.ts';
import { describe } from '../../../../devtools/src/index.ts';
import { documentOf, expectValid, operationsOf } from './validated.ts';

const answer = () => new TextResponse('ok');

function routed(): Application {
  return new Application().pipeRoutingMiddleware().pipeDispatchMiddleware();
}

async function idsOf(app: Application): Promise<[string, string][]> {
  const operations = operationsOf(await documentOf(app));
  return Array.from(operations, ([place, { operationId }]) => [place, operationId]);
}

test('operation ids are the names of routes, or created from method and path, and all differ', async () => {
  const app = routed();
  app.get('/', answer);
  app.get('/posts/{id}', answer);
  app.route('/t', answer, ['GET', 'POST', 'PURGE']);
  app.route('/both', answer, ['PUT', 'PATCH'], 'posts.change');
  app.get('/page[/{n}[/{lang}]]', answer, 'page');
  app.get('/odd', answer, 'an odd/näme');
  app.get('/same', contract({ operationId: 'page' }).handle(answer), 'same');
  app.route('/none', answer, []);

  expect(await idsOf(app)).toEqual([
    ['get /', 'get'],
    ['get /posts/{id}', 'getPostsId'],
    ['get /t', 'getT'],
    ['post /t', 'postT'],
    ['put /both', 'posts.change.put'],
    ['patch /both', 'posts.change.patch'],
    ['get /page', 'page'],
    ['get /page/{n}', 'page.n'],
    ['get /page/{n}/{lang}', 'page.n.lang'],
    ['get /odd', 'an_odd_n_me'],
    ['get /same', 'page2'],
  ]);
});

test('a route for any method has the usual ones, those with a body where it reads one', async () => {
  const app = routed();
  app.any('/any', answer, 'any');
  app.any('/body', contract({ body: z.object({}) }).handle(answer), 'body');

  const { paths } = await documentOf(app);
  expect(Object.keys(paths['/any'] ?? {})).toEqual(['get', 'post', 'put', 'patch', 'delete']);
  expect(Object.keys(paths['/body'] ?? {})).toEqual(['post', 'put', 'patch', 'delete']);
});

test('a body of GET or HEAD is left out', async () => {
  const app = routed();
  const read = contract({ body: z.object({}).optional() });
  app.route('/', read.handle(answer), ['GET', 'POST'], 'x');

  const { get, post } = (await documentOf(app)).paths['/'] ?? {};
  expect([get?.requestBody, Object.keys(get?.responses ?? {})]).toEqual([undefined, ['default']]);
  expect(post?.requestBody).toBeDefined();
});

test('WebSockets, hidden routes and those that no request reaches are left out', async () => {
  const app = routed();
  app.upgrade('/socket', {}, 'socket');
  app.group('/group', (group) => group.upgrade('/socket', {}, 'grouped'), { middleware: answer });
  app.get('/hidden', contract({ hidden: true }).handle(answer), 'hidden');
  app.get('/shown', answer, 'shown');

  expect(await idsOf(app)).toEqual([['get /shown', 'shown']]);
});

test('routes whose placeholders have other names share a path', async () => {
  const app = routed();
  app.get('/posts/new', answer, 'new');
  app.get('/posts/{id}', answer, 'read');
  app.delete(String.raw`/posts/{number:\d+}`, answer, 'delete');

  const { paths } = await documentOf(app);
  expect(Object.keys(paths)).toEqual(['/posts/new', '/posts/{id}']);
  expect(paths['/posts/{id}']?.['delete']?.parameters).toEqual([
    { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: String.raw`^(?:\d+)$` } },
  ]);
});

test('of routes whose placeholders differ only in their constraints, the one with a contract is described, then the first', async () => {
  const app = routed();
  const read = contract({ summary: 'Reads' });
  app.get('/a/{slug}', answer, 'plain');
  app.get(String.raw`/a/{id:\d+}`, read.handle(answer), 'withContract');
  app.get(String.raw`/b/{id:\d+}`, read.handle(answer), 'first');
  app.get('/b/{slug}', read.handle(answer), 'second');
  const { document, faults } = await openApiOf(app);

  await expectValid(document);
  expect(Array.from(operationsOf(document), ([place, { operationId }]) => [place, operationId])).toEqual([
    ['get /a/{id}', 'withContract'],
    ['get /b/{id}', 'first'],
  ]);
  expect(faults).toEqual([
    'The route "second" is left out of the OpenAPI document, because GET /b/{slug} differs from the route "first" only in the constraints of its placeholders, which OpenAPI ignores; change one of the paths, or set hidden: true in the contract.',
  ]);
});

test('the description of an application suffices, also after it was written as JSON', async () => {
  const app = routed();
  app.get('/posts/{id}', contract({ query: z.object({ q: z.string() }) }).handle(answer), 'read');
  const described = describe(app);
  const config = { info: { title: 'Posts', version: '2' }, servers: [{ url: '/api' }] };
  const { document } = openApiDocument(JSON.parse(JSON.stringify(described)) as typeof described, config);

  await expectValid(document);
  expect(document).toEqual(openApiDocument(described, config).document);
  expect(document).toMatchObject({ openapi: '3.1.1', ...config });
});

test('an application without routes has a document too', async () => {
  expect(await documentOf(routed())).toEqual({
    openapi: '3.1.1',
    info: { title: 'API', version: '1.0.0' },
    paths: {},
  });
});

test('contracts of asynchronous services are included, and those of services that cannot be created are not', async () => {
  const read = contract({ summary: 'Reads' });
  class Reader {
    static readonly contract = read;
    process = answer;
  }
  const container = new ServiceManager({
    factories: {
      reader: async () => new Reader(),
      broken: () => {
        throw new Error('No database.');
      },
    },
  });
  const app = new Application({ container }).pipeRoutingMiddleware().pipeDispatchMiddleware();
  app.get('/', 'reader', 'read');
  app.get('/broken', 'broken', 'broken');
  const { document, faults } = await openApiOf(app);

  expect(document.paths['/']?.['get']?.summary).toBe('Reads');
  expect(faults).toEqual([
    'In the route "broken" (/broken): the OpenAPI document lacks the contract of "broken": The service "broken" could not be created: No database.',
  ]);
});
