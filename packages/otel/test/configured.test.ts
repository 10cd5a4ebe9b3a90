import { beforeAll, expect, test } from 'vitest';
import { ServiceManager } from '../../runtime/src/kernel/container/service-manager.ts';
import { loadConfig, TextResponse } from '../../runtime/src/index.ts';
import { inBothVariants } from '../../runtime/test/cases/kit.ts';
import { site } from '../../runtime/test/features/config/project-folder.ts';
import { ask, serve } from '../../runtime/test/support/serve.ts';
import { exported, parentOf, startContexts } from './exported.ts';

beforeAll(startContexts);

inBothVariants((kit) => {
  test('an app from configuration files exports its requests, middleware and services', async () => {
    const { spans } = exported({ layers: true });
    const cwd = await site({
      'telemetry.global.json': '{ "tracing": true }',
      'routes.global.json': JSON.stringify({
        routes: [{ path: '/post/{id}', middleware: 'ShowPost', allowed_methods: ['GET'], name: 'post' }],
        middleware_pipeline: {
          guard: { middleware: 'Guard', path: '/post', priority: 100 },
          routing: 'FW_ROUTING_MIDDLEWARE',
          dispatch: 'FW_DISPATCH_MIDDLEWARE',
        },
      }),
    });
    const config = await loadConfig({ cwd });
    const container = new ServiceManager({
      services: { config },
      factories: {
        Guard: () => kit.pass(),
        ShowPost: async () => kit.handler((request) => new TextResponse(request.params['id'] ?? '')),
      },
    });

    const { body } = await ask(await serve(kit.createFrom(container)), { path: '/post/3' });
    expect(body).toBe('3');
    const names = new Map(spans().map((span) => [span.spanContext().spanId, span.name]));
    const tree = spans().map((span) => [span.name, names.get(parentOf(span) ?? '')]);
    expect(tree.toSorted()).toEqual([
      ['GET /post/{id}', undefined],
      ['dispatch', 'routing'],
      ['middleware Guard', 'GET /post/{id}'],
      ['middleware ShowPost', 'dispatch'],
      ['routing', 'middleware Guard'],
      ['service Guard', 'middleware Guard'],
      ['service ShowPost', 'middleware ShowPost'],
    ]);
  });
});
