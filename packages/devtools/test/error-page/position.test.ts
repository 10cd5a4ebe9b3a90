import { describe, expect, test } from 'vitest';
import * as a from 'fw-runtime/a';
import * as b from 'fw-runtime/b';
import { HttpError, type TextResponse } from 'fw-runtime';
import { inBothVariants } from '../../../runtime/test/cases/kit.ts';
import { useDevTools } from '../support/use-dev-tools.ts';

useDevTools();

const QUIET = { debug: true, log: () => {} };

/** The position of an error that a client sees with debug. */
async function positionOf(
  app: { request(path: string): Promise<Response> },
  path = '/',
): Promise<string | undefined> {
  return /^Pipeline position: (.*)$/m.exec(await (await app.request(path)).text())?.[1];
}

async function layersOf(
  app: { request(path: string, init: RequestInit): Promise<Response> },
  path: string,
): Promise<string[]> {
  const page = await (await app.request(path, { headers: { accept: 'text/html' } })).text();
  return [...page.matchAll(/<li class="depth-(\d)( thrown)?">(.*)<\/li>/g)].map(
    ([, depth, thrown = '', content = '']) =>
      `${'  '.repeat(Number(depth))}${content.replace(/<[^>]*>/g, '').replaceAll('&lt;', '<')}${thrown && ' !'}`,
  );
}

inBothVariants((kit) => {
  test('is in the innermost middleware that the error came from (E1)', async () => {
    const app = kit.app({ ...QUIET, services: { Broken: () => Promise.reject(new Error('inside')) } });
    app.pipe(kit.around((response) => response));
    app.pipe(kit.pass());
    app.pipe('/deep', kit.list(kit.pass(), kit.list(kit.pass(), kit.service('Broken'))));
    expect(await positionOf(app, '/DEEP/er')).toBe('/deep → Broken');
  });

  test('is in the middleware that threw later (E1)', async () => {
    const services = { Slow: async () => Promise.reject(new HttpError(418)) };
    const app = kit.app({ ...QUIET, services });
    app.pipe(kit.pass());
    app.pipe('/late', kit.service('Slow'));
    expect(await positionOf(app, '/late')).toBe('/late → Slow');
  });

  test('shows nested applications and routes, each deeper than its parent (E1)', async () => {
    const services = { Broken: () => Promise.reject(new Error('inside')), Through: kit.pass() };
    const inner = kit.routed({ ...QUIET, services });
    inner.get('/{id}', kit.list(kit.service('Through'), kit.service('Broken')), 'post');
    const outer = kit.routed({ ...QUIET, services: { Inner: inner } });
    outer.pipe('/api', kit.list(kit.service('Inner')));
    expect(await layersOf(outer, '/api/7')).toEqual([
      'routing',
      'dispatch',
      'Inner under /api',
      '  routing',
      '  dispatch',
      '    Through GET /{id} (post)',
      '    Broken threw !',
    ]);
    expect(await positionOf(outer, '/api/7')).toBe('/api → Inner → GET /{id} (post) → Broken');
  });

  test('shows no middleware whose prefix does not match, and none of an application that has called the next one (E1)', async () => {
    const inner = kit.routed(QUIET);
    inner.get('/never', kit.answer('never'));
    const app = kit.app({
      ...QUIET,
      services: { Inner: inner, Broken: () => Promise.reject(new Error('inside')) },
    });
    app.pipe('/elsewhere', kit.service('Inner'));
    app.pipe('/here', kit.service('Inner'));
    app.pipe(kit.service('Broken'));
    expect(await layersOf(app, '/here')).toEqual([
      'Inner under /here',
      '  routing',
      '  dispatch',
      'Broken threw !',
    ]);
    expect(await positionOf(app, '/here')).toBe('Broken');
  });

  test('is separate for each request (E1)', async () => {
    const app = kit.app({
      ...QUIET,
      services: { One: () => Promise.reject(new Error()), Other: () => Promise.reject(new Error()) },
    });
    app.pipe('/one', kit.service('One'));
    app.pipe('/other', kit.service('Other'));
    const paths = ['/one', '/other', '/one', '/other'];
    expect(await Promise.all(paths.map((path) => positionOf(app, path)))).toEqual([
      '/one → One',
      '/other → Other',
      '/one → One',
      '/other → Other',
    ]);
  });
});

describe('variant A', () => {
  test('is in the middleware that passed the error to next (E1, A2)', async () => {
    const app = new a.Application(QUIET)
      .pipe(function giving(request, response, next) {
        return next(request, response, new Error('given'));
      })
      .pipeErrorHandler(function looking(error, request, response, next) {
        return next(request, response, error);
      });
    expect(await positionOf(app)).toBe('giving');
    expect(await layersOf(app, '/')).toEqual(['giving threw !', 'looking error middleware']);
  });

  test('is in error middleware that throws (E1, A2)', async () => {
    const app = new a.Application(QUIET)
      .pipe(() => {
        throw new Error('first');
      })
      .pipeErrorHandler(function failing() {
        throw new Error('second');
      });
    expect(await positionOf(app)).toBe('failing');
  });

  test('is in the middleware that threw null (E1, A2)', async () => {
    const app = new a.Application(QUIET).pipe(function nothing() {
      throw null;
    });
    expect(await positionOf(app)).toBe('nothing');
  });
});

describe('variant B', () => {
  test.each<[string, () => unknown]>([
    ['at once', () => undefined],
    ['later', async () => undefined],
  ])('is of the layer that answered nothing %s (E1, B1)', async (_when, answer) => {
    const app = new b.Application(QUIET)
      .pipe(new b.ErrorHandler())
      .pipe({ process: answer as () => TextResponse });
    expect(await positionOf(app)).toBe('Object');
  });

  test('is in the middleware that threw, if an outer one wraps the error (E1)', async () => {
    const app = new b.Application(QUIET)
      .pipe(new b.ErrorHandler())
      .pipe(async function wrapping(request, delegate) {
        try {
          return await delegate(request);
        } catch (cause) {
          throw new Error('wrapped', { cause });
        }
      })
      .pipe(function inner() {
        throw new Error('inside');
      });
    expect(await positionOf(app)).toBe('wrapping');
    expect(await layersOf(app, '/')).toEqual(['ErrorHandler', 'wrapping threw !', 'inner']);
  });
});
