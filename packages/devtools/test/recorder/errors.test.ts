import { expect, test } from 'vitest';
import * as a from 'fw-runtime/a';
import * as b from 'fw-runtime/b';
import { HttpError, TextResponse } from 'fw-runtime';
import { inBothVariants } from '../../../runtime/test/cases/kit.ts';
import { recordFor, serveRecorded } from './serve-captured.ts';
import { askAsDeveloper as ask } from '../support/developer.ts';
import { useDevTools } from '../support/use-dev-tools.ts';

useDevTools();

inBothVariants((kit) => {
  test('an error has its location, its stack and the middleware that it came from', async () => {
    const app = kit.app({ debug: true });
    app.pipe(kit.pass());
    app.pipe(
      kit.handler(() => {
        throw new RangeError('out of paper');
      }),
    );
    const { record, answer } = await serveRecorded(app, {});

    expect(answer.status).toBe(500);
    expect(record).toMatchObject({ status: 500, layers: [{}, { failed: 0, left: expect.any(Number) }] });
    expect(record.errors).toEqual([
      {
        name: 'RangeError',
        message: 'out of paper',
        origin: { file: expect.stringContaining('errors.test'), line: expect.any(Number) },
        stack: expect.stringContaining('RangeError: out of paper\n'),
        layer: 1,
      },
    ]);
  });

  test('an error of asynchronous middleware belongs to this middleware', async () => {
    const app = kit.app({ debug: true });
    app.pipe(kit.around((response) => response));
    app.pipe(kit.handler(() => Promise.reject(new HttpError(409, 'Twice.'))));
    const { record } = await serveRecorded(app, {});

    expect(record).toMatchObject({ status: 409, errors: [{ message: 'Twice.', layer: 1 }] });
  });

  test('a 422 has the pointer and the detail of each issue, without secrets', async () => {
    const app = kit.routed({ debug: true });
    const errors = [
      { pointer: '/title', in: 'body', detail: 'Expected a string, received undefined.' },
      { pointer: '', in: 'query', detail: 'Unknown key token=abcdefgh.' },
      'malformed',
      ...Array.from({ length: 60 }, () => ({ pointer: '/x', in: 'body', detail: 'x'.repeat(1000) })),
    ];
    app.get(
      '/',
      kit.handler(() => {
        throw new HttpError(422, 'The request does not keep its contract.', { extensions: { errors } });
      }),
    );
    const { record } = await serveRecorded(app, {});

    expect(record.status).toBe(422);
    const [{ faults = [] } = {}] = record.errors;
    expect(faults.slice(0, 2)).toEqual([
      { in: 'body', pointer: '/title', detail: 'Expected a string, received undefined.' },
      { in: 'query', pointer: '', detail: 'Unknown key token=***' },
    ]);
    expect(faults).toHaveLength(49);
    expect(faults.at(-1)?.detail).toHaveLength(501);
  });

  test('an error without issues has none, even if it is not shown to the client', async () => {
    const app = kit.app({ debug: true });
    app.pipe(kit.throws(Object.assign(new Error('inside'), { extensions: { errors: [{ detail: 'no' }] } })));
    const { record } = await serveRecorded(app, {});

    expect(record.errors[0]).not.toHaveProperty('faults');
  });

  test('a 404 and a 405 are errors without middleware', async () => {
    const app = kit.routed({ debug: true });
    app.get('/', kit.answer('home'));
    const { record, server, recorder } = await serveRecorded(app, { path: '/nowhere' });
    expect(record).toMatchObject({ status: 404, errors: [{ message: 'No route matches GET /nowhere.' }] });
    expect(record.errors[0]).not.toHaveProperty('layer');
    expect(record).not.toHaveProperty('answeredBy');

    const refused = recordFor(await ask(server, { method: 'DELETE' }), recorder);
    expect(refused).toMatchObject({
      status: 405,
      errors: [{ message: '/ allows GET, HEAD, OPTIONS, not DELETE.' }],
    });
  });

  test('a request that cannot be routed is recorded with its response', async () => {
    const { record } = await serveRecorded(kit.routed({ debug: true }), { path: '/%' });
    expect(record).toMatchObject({ status: 400, outcome: 'answered', errors: [{ name: 'HttpError' }] });
  });

  test('a stream that fails before anything was sent is recorded with the error response', async () => {
    const app = kit.app({ debug: true });
    const failing = new ReadableStream({ start: (controller) => controller.error(new Error('dry')) });
    app.pipe(kit.handler(() => new Response(failing)));
    const { record, answer } = await serveRecorded(app, {});

    expect(answer.status).toBe(500);
    expect(record).toMatchObject({ status: 500, errors: [{ message: 'dry' }] });
  });

  test.each([
    ['text/html', /<a href="(\/_fw\/requests\/[\da-f]+)">/],
    ['application/json', /"trace":"(\/_fw\/requests\/[\da-f]+)"/],
    ['text/plain', /\nTrace: (\/_fw\/requests\/[\da-f]+)\n$/],
  ])('an error as %s links to its record (P9)', async (accept, link) => {
    const app = kit.routed({ debug: true });
    app.get('/', kit.throws(new Error('out of paper')));
    const headers = { accept };
    for (const path of ['/', '/nowhere']) {
      const { answer } = await serveRecorded(app, { path, headers });
      expect(link.exec(answer.body)?.[1]).toBe(answer.headers['x-fw-trace']);
    }
  });
});

const failing = (): never => {
  throw new Error('out of paper');
};

test('in variant A, the response belongs to the error middleware that returned it', async () => {
  const app = new a.Application({ debug: true });
  app.pipe(failing);
  app.pipeErrorHandler(() => new TextResponse('mended'));
  const { record } = await serveRecorded(app, {});

  expect(record).toMatchObject({ status: 200, answeredBy: 1, errors: [{ layer: 0 }] });
  expect(record.layers).toMatchObject([{ failed: 0 }, { error: true }]);
});

test('in variant B, the response belongs to the middleware that caught the error', async () => {
  const app = new b.Application({ debug: true });
  app.pipe(async (request, delegate) => {
    try {
      return await delegate(request);
    } catch {
      return new TextResponse('mended');
    }
  });
  app.pipe(failing);
  const { record } = await serveRecorded(app, {});

  expect(record).toMatchObject({ status: 200, answeredBy: 0, errors: [{ layer: 1 }] });
  expect(record.layers).toMatchObject([{ resumed: expect.any(Number) }, { failed: 0 }]);
});
