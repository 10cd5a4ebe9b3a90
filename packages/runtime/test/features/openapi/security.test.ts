import { describe, expect, test } from 'vitest';
import * as a from '../../../src/a/index.ts';
import * as b from '../../../src/b/index.ts';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import { describe as describeApp } from '../../../../devtools/src/index.ts';
import { documentOf, operationsOf } from './validated.ts';

const bearer = { bearerAuth: { type: 'http', scheme: 'bearer' } } as const;
const key = { apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } } as const;

describe.each([
  // The same calls compile for both.
  ['a', a as unknown as typeof b],
  ['b', b],
] as const)('security in variant %s', (_variant, fw) => {
  const ok = () => new fw.TextResponse('ok');
  const guard = (security: b.Security) => fw.defineMiddleware((request, next) => next(request), { security });

  test('is listed for each route behind the middleware that requires it, and for no other', async () => {
    const app = new fw.Application();
    app.pipe('/admin', [guard(bearer)]);
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.pipe(guard(key));
    app.get('/', ok, 'home');
    app.get('/admin', ok, 'admin');
    app.get('/ADMIN/{page}', ok, 'page');
    app.get('/%61dmin/list[/{n}]', ok, 'optional');
    app.get('/admin-{page}', ok, 'mixed');
    app.get('/administrator', ok, 'other');
    app.get('/keys', [guard(key), ok], 'keys');
    app.group('/api', (group) => group.get('/me', ok, 'me'), { middleware: guard([{}, bearer]) });

    const description = describeApp(app);
    expect(description.pipeline[0]?.children[0]?.security).toEqual([bearer]);
    expect(description.routes.map(({ name, security }) => [name, security])).toEqual([
      ['home', undefined],
      ['admin', [bearer]],
      ['page', [bearer]],
      ['optional', [bearer]],
      ['mixed', undefined],
      ['other', undefined],
      ['keys', [key]],
      ['me', [{}, bearer]],
    ]);
    const { components } = await documentOf(app);
    expect(components?.securitySchemes).toEqual({ ...bearer, ...key });
  });

  test('of several middleware in front of one route is required together', async () => {
    const child = new fw.Application();
    child
      .pipe(guard([bearer, key]))
      .pipeRoutingMiddleware()
      .pipeDispatchMiddleware();
    child.get('/x', ok, 'x');
    const app = new fw.Application();
    app.pipe(guard({ session: { type: 'apiKey', in: 'cookie', name: 'session' } }));
    app.pipe('/child', child);

    const { get } = (await documentOf(app)).paths['/child/x'] ?? {};
    expect(get?.security).toEqual([
      { session: [], bearerAuth: [] },
      { session: [], apiKey: [] },
    ]);
    expect(get?.responses['401']).toEqual({ $ref: '#/components/responses/Unauthorized' });
  });

  test('is declared by classes, their instances and asynchronous services', async () => {
    class Guard {
      static readonly [fw.SECURITY]: b.Security = bearer;
      process(request: b.ServerRequest, delegate: b.Delegate) {
        return delegate(request);
      }
    }
    const container = new ServiceManager({ factories: { guard: async () => guard(key) } });
    const app = new fw.Application({ container }).pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.get('/class', [Guard, ok], 'class');
    app.get('/object', [new Guard(), ok], 'object');
    app.get('/service', ['guard', ok], 'service');

    const operations = operationsOf(await documentOf(app));
    expect(Array.from(operations.values(), ({ security }) => security)).toEqual([
      [{ bearerAuth: [] }],
      [{ bearerAuth: [] }],
      [{ apiKey: [] }],
    ]);
  });

  test('keeps schemes apart that have one name', async () => {
    const app = new fw.Application().pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.get('/one', [guard(bearer), ok], 'one');
    app.get('/other', [guard({ bearerAuth: { ...bearer.bearerAuth, bearerFormat: 'JWT' } }), ok], 'other');

    const { components, paths } = await documentOf(app);
    expect(Object.keys(components?.securitySchemes ?? {})).toEqual(['bearerAuth', 'bearerAuth2']);
    expect(paths['/other']?.['get']?.security).toEqual([{ bearerAuth2: [] }]);
  });
});
