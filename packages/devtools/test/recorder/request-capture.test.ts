import { expect, test } from 'vitest';
import { inBothVariants } from '../../../runtime/test/cases/kit.ts';
import { serveRecorded } from './serve-captured.ts';
import { useDevTools } from '../support/use-dev-tools.ts';

useDevTools();

inBothVariants((kit) => {
  test('a record contains the middleware of a request, the one that responded, and the times', async () => {
    const app = kit.routed({ debug: true });
    app.get('/post/{id}', kit.answer('a post'), 'post');
    const { record } = await serveRecorded(app, { path: '/post/7?page=2' });

    expect(record).toMatchObject({
      method: 'GET',
      url: '/post/7?page=2',
      ip: '127.0.0.1',
      outcome: 'answered',
      status: 200,
      response: { headers: [['Content-Type', 'text/plain; charset=utf-8']], size: 6 },
      route: { name: 'post', path: '/post/{id}', params: { id: '7' } },
      answeredBy: 2,
      services: [],
      errors: [],
    });
    const [routing, dispatch, handler] = record.layers;
    expect(record.layers).toHaveLength(3);
    expect(routing).toMatchObject({
      kind: 'routing',
      depth: 0,
      request: { attributes: [{ name: 'RouteResult' }, { name: 'id', after: '"7"' }] },
    });
    expect(dispatch).toMatchObject({ kind: 'dispatch', depth: 0 });
    expect(dispatch).not.toHaveProperty('passedOn');
    expect(handler).toMatchObject({
      kind: 'middleware',
      parent: 1,
      depth: 1,
      origin: { file: expect.stringContaining('request-capture.test') },
    });
    const times = [routing?.entered, routing?.passedOn, dispatch?.entered, handler?.entered, handler?.left];
    times.push(dispatch?.left, routing?.resumed, routing?.left, record.duration);
    expect(times).toEqual(times.toSorted((one = 0, other = 0) => one - other));
  });
});
