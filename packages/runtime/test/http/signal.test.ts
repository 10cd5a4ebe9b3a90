import { expect, test } from 'vitest';
import { ServerRequest } from '../../src/index.ts';

function withTwo(): { client: AbortController; layer: AbortController; request: ServerRequest } {
  const [client, layer] = [new AbortController(), new AbortController()];
  const request = new ServerRequest('/', { method: 'POST', body: 'x', signal: client.signal });
  return { client, layer, request: request.withSignal(layer.signal).withHeader('X-One', '1') };
}

test.each(['client', 'layer'] as const)('a copy with a signal is aborted by the %s', (who) => {
  const all = withTwo();
  const { signal } = all.request;

  expect(signal.aborted).toBe(false);
  all[who].abort('enough');
  expect([signal.aborted, signal.reason]).toEqual([true, 'enough']);
  expect(all.request.signal).toBe(signal);
});

test('the signals of several layers all count, for those within', () => {
  const { layer, request } = withTwo();
  const inner = request.withSignal(AbortSignal.abort('at once'));

  expect([inner.signal.reason, request.signal.aborted]).toEqual(['at once', false]);
  layer.abort();
  expect(request.signal.aborted).toBe(true);
});

test.each(['POST', 'GET'])('the Web request of a copy has its signal (%s)', (method) => {
  const { layer, request } = withTwo();
  const web = request.withMethod(method).toWeb();

  layer.abort();
  expect(web.signal.aborted).toBe(true);
});
