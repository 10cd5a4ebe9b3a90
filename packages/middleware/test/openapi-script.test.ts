import { AppFactory } from 'fw-runtime/b';
import { apiReference } from 'fw-middleware/openapi';
import { expect, test, vi } from 'vitest';

const plugin = vi.hoisted(() => vi.fn<(host: { route(route: object): void }) => void>());
vi.mock('@scalar/fastify-api-reference', () => ({ default: plugin }));

test('a version of Scalar without a script is reported, and requested again the next time', async () => {
  const app = AppFactory.create();
  app.get('/docs', apiReference());
  app.pipeRoutingMiddleware().pipeDispatchMiddleware();
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const without = await app.request('/docs');
  plugin.mockImplementation(({ route }) =>
    route({
      url: '/js/scalar.js',
      handler: (_: object, reply: { send(body: string): void }) => reply.send(';'),
    }),
  );

  expect(without.status).toBe(500);
  expect(error.mock.calls.flat().map(String).join('\n')).toContain(
    'The installed version of @scalar/fastify-api-reference contains no script',
  );
  expect((await app.request('/docs')).status).toBe(200);
  error.mockRestore();
});
