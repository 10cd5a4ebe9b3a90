import { expect, test } from 'vitest';
import { sendAndCapture } from '../../src/recorder/send-and-capture.ts';
import { requestLogOf } from '../../src/recorder/request-log.ts';
import { ServiceManager } from '../../../runtime/src/kernel/container/service-manager.ts';
import { type ContainerInterface, TextResponse } from 'fw-runtime';
import { inBothVariants } from '../../../runtime/test/cases/kit.ts';
import { useDevTools } from '../support/use-dev-tools.ts';

useDevTools();

inBothVariants((kit) => {
  test('a request sent without a server can be recorded, and its response has no link', async () => {
    const app = kit.routed({ debug: true });
    app.post(
      '/post',
      kit.handler(async (request) => new TextResponse(await request.text(), 201)),
    );
    const init = { method: 'POST', body: 'a text', headers: { 'content-type': 'text/plain' } };
    const { response, record } = await sendAndCapture(app.requestHandler, '/post', init);

    expect(response.status).toBe(201);
    expect(await response.text()).toBe('a text');
    expect(response.headers.has('x-fw-trace')).toBe(false);
    expect(record).toMatchObject({
      method: 'POST',
      url: '/post',
      status: 201,
      request: { size: 6, text: 'a text' },
      layers: [{ name: 'routing' }, { name: 'dispatch' }, { kind: 'middleware' }],
    });
    expect(requestLogOf(app).list()).toEqual([]);
  });

  test('its error has no link to a record', async () => {
    const app = kit.routed({ debug: true });
    const { response, record } = await sendAndCapture(app.requestHandler, '/nowhere');

    expect(await response.text()).not.toContain('Trace');
    expect(record).toMatchObject({ status: 404, errors: [{ message: 'No route matches GET /nowhere.' }] });
  });

  test('a response that cannot be sent is an error response', async () => {
    const app = kit.app({ debug: true });
    const response = new TextResponse('');
    Object.defineProperty(response, 'content', {
      get() {
        throw new Error('It cannot be sent.');
      },
    });
    app.pipe(kit.handler(() => response));
    const { record } = await sendAndCapture(app.requestHandler, '/');

    expect(record).toMatchObject({ status: 500, errors: [{ message: 'It cannot be sent.' }] });
  });

  test('the services that it creates are in the record', async () => {
    const container = new ServiceManager({
      factories: {
        clock: () => ({}),
        handler: (inner: ContainerInterface) => (inner.get('clock'), kit.answer('now')),
      },
    });
    const app = kit.app({ debug: true, container });
    app.pipe(kit.service('handler'));
    const { record } = await sendAndCapture(app.requestHandler, '/');

    expect(record.services).toMatchObject([
      { id: 'clock', layer: 0, askedBy: 'handler' },
      { id: 'handler', layer: 0 },
    ]);
    expect((await sendAndCapture(app.requestHandler, '/')).record.services).toEqual([]);
  });
});
