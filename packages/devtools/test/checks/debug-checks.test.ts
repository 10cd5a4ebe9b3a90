import { expect, test, vi } from 'vitest';
import * as b from 'fw-runtime/b';
import { TextResponse } from 'fw-runtime';
import { inBothVariants } from '../../../runtime/test/cases/kit.ts';
import { deferred } from '../../../runtime/test/support/deferred.ts';
import { useDevTools } from '../support/use-dev-tools.ts';

useDevTools();

/** The warnings on the console while a function ran. */
async function warningsOf(run: () => Promise<unknown>): Promise<unknown[]> {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  try {
    await run();
    return warn.mock.calls.map(([message]) => message);
  } finally {
    warn.mockRestore();
  }
}

const TWICE = 'The middleware twice called next or delegate twice; call it once and use that response.';
const HASTY =
  'The middleware hasty returned before the inner middleware had finished; return or await its response.';

inBothVariants((kit) => {
  test.each([true, false])(
    'calling the inner middleware twice runs it again, also with debug: %s (P8)',
    async (debug) => {
      let ran = 0;
      const app = kit.app({ debug });
      app.pipe(kit.twice());
      app.pipe(kit.handler(async () => new TextResponse(String(++ran))));
      const warnings = await warningsOf(async () => {
        expect(await (await app.request('/')).text()).toBe('2');
        expect(await (await app.request('/')).text()).toBe('4');
      });
      expect(warnings).toEqual(debug ? [TWICE] : []);
    },
  );

  test('with debug, each middleware that calls the inner middleware twice causes one warning (P8)', async () => {
    const app = kit.app({ debug: true });
    app.pipe(kit.twice());
    app.pipe(kit.list(kit.twice(), kit.answer('inner')));
    const warnings = await warningsOf(async () => {
      await app.request('/');
      await app.request('/');
    });
    expect(warnings).toEqual([TWICE, TWICE]);
  });

  test.each([true, false])(
    'a response before the inner middleware has finished is a response, also with debug: %s (P8)',
    async (debug) => {
      const held = deferred();
      const app = kit.app({ debug });
      app.pipe(kit.hasty());
      app.pipe(
        kit.handler(async () => {
          await held.promise;
          return new TextResponse('inner');
        }),
      );
      const warnings = await warningsOf(async () => {
        expect(await (await app.request('/')).text()).toBe('hasty');
        expect(await (await app.request('/')).text()).toBe('hasty');
      });
      held.resolve();
      expect(warnings).toEqual(debug ? [HASTY] : []);
    },
  );

  test('with debug, each request is checked separately (P8)', async () => {
    const app = kit.app({ debug: true });
    app.pipe(kit.pass());
    app.pipe(kit.answer('fine'));
    const warnings = await warningsOf(async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => app.request('/')));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    });
    expect(warnings).toEqual([]);
  });

  test('with debug, middleware of a route is checked too (P8)', async () => {
    const app = kit.routed({ debug: true });
    app.get('/', kit.list(kit.twice(), kit.answer('inner')));
    expect(await warningsOf(() => app.request('/'))).toEqual([TWICE]);
  });
});

test('B: with debug, an ignored call of a nested application may fail without ending the process', async () => {
  const failed = deferred();
  const child = new b.Application({ debug: true }).pipe(async () => {
    try {
      throw new Error('dropped');
    } finally {
      failed.resolve();
    }
  });
  const app = new b.Application({ debug: true }).pipe((request, delegate) => {
    void child.process(request, delegate);
    return new TextResponse('answered');
  });
  expect(await (await app.request('/')).text()).toBe('answered');
  await failed.promise;
});

test.each([true, false])('a delegate ignores further arguments, with debug too: %s (B1)', async (debug) => {
  const app = new b.Application({ debug });
  app.pipe(async (request, delegate) => {
    const [response] = await Promise.all([request].map(delegate));
    return response ?? new TextResponse('no response');
  });
  app.pipe(new b.Application().pipe(() => new TextResponse('inner')));
  expect(await (await app.request('/')).text()).toBe('inner');
});
