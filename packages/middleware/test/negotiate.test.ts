import { JsonResponse, TextResponse } from 'fw-runtime';
import {
  Language,
  MediaType,
  negotiate,
  type NegotiateOptions,
  negotiateProvider,
} from 'fw-middleware/negotiate';
import { describe, expect, test } from 'vitest';
import { type App, inBothVariants } from './both-variants.ts';

const TYPES = ['application/json', 'text/html', 'text/plain'] as const;
const LANGUAGES = ['en', 'de', 'pt-BR'] as const;

inBothVariants((kit) => {
  async function appWith(options: NegotiateOptions): Promise<App> {
    const app = kit.app([await negotiate(options)]);
    app.get(
      '/',
      (request) => new JsonResponse({ type: request.get(MediaType), language: request.get(Language) }),
    );
    return app;
  }

  describe('media types', () => {
    test.each([
      [undefined, 'application/json'],
      ['*/*', 'application/json'],
      ['text/html', 'text/html'],
      ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
      ['text/*', 'text/html'],
      ['text/*;q=0.5, text/plain', 'text/plain'],
      ['application/json;q=0.1, text/plain;q=0.2', 'text/plain'],
      ['*/*, application/json;q=0', 'text/html'],
      ['TEXT/HTML', 'text/html'],
      ['image/png', 'application/json'],
      ['', 'application/json'],
      [';;,,/', 'application/json'],
    ])('Accept: %s', async (accept, type) => {
      const app = await appWith({ media_types: TYPES });
      const response = await app.request('/', { headers: accept === undefined ? {} : { Accept: accept } });

      expect(await response.json()).toEqual({ type });
      expect(response.headers.get('vary')).toBe('Accept');
    });
  });

  describe('languages', () => {
    test.each([
      [undefined, 'en'],
      ['de', 'de'],
      ['de-CH, en;q=0.5', 'de'],
      ['pt', 'pt-BR'],
      ['fr, de;q=0.2', 'de'],
      ['fr', 'en'],
      ['*;q=0.1, pt-br', 'pt-BR'],
      ['en;q=0, *', 'de'],
    ])('Accept-Language: %s', async (accept, expected) => {
      const app = await appWith({ languages: LANGUAGES });
      const headers = accept === undefined ? {} : { 'Accept-Language': accept };
      const response = await app.request('/', { headers });

      expect(await response.json()).toEqual({ language: expected });
      expect(response.headers.get('vary')).toBe('Accept-Language');
    });

    test.each([
      ['?lang=DE', 'lang', 'de'],
      ['?lang=fr', 'lang', 'pt-BR'],
      ['?lang=', 'lang', 'pt-BR'],
      ['?lang=__proto__', 'lang', 'pt-BR'],
      ['?lang=de', undefined, 'pt-BR'],
    ])('a link %s with the parameter %s', async (query, language_parameter, expected) => {
      const app = await appWith({ languages: LANGUAGES, ...(language_parameter && { language_parameter }) });
      const response = await app.request(`/${query}`, { headers: { 'Accept-Language': 'pt-BR' } });

      expect(await response.json()).toEqual({ language: expected });
    });
  });

  test('406 is sent only if it is configured', async () => {
    const app = await appWith({ media_types: TYPES, languages: LANGUAGES, strict: true });
    const send = (headers: Readonly<Record<string, string>>) => app.request('/', { headers });
    const rejected = await send({ Accept: 'image/png' });

    expect(rejected.status).toBe(406);
    expect(await rejected.text()).toContain('application/json, text/html, text/plain');
    expect(rejected.headers.get('vary')).toBe('Accept');
    expect((await send({ Accept: 'image/png, */*;q=0.1' })).status).toBe(200);
    expect((await send({ 'Accept-Language': 'fr' })).status).toBe(200);
  });

  test('Vary is added to the existing value', async () => {
    const app = kit.app([await negotiate({ languages: ['en'], media_types: ['text/html'] })]);
    app.get('/', () => new TextResponse('', 200, { Vary: 'Origin, accept' }));

    expect((await app.request('/')).headers.get('vary')).toBe('Origin, accept, Accept-Language');
  });

  test('is configured by the key "negotiate"', async () => {
    const routes = [
      { path: '/', middleware: (request: never) => new TextResponse(languageOf(request)) },
    ] as const;
    const app = kit.configured([negotiateProvider], {
      negotiate: { languages: ['en', 'de'] },
      routes: [...routes],
    });

    expect(await (await app.request('/', { headers: { 'Accept-Language': 'de' } })).text()).toBe('de');
  });
});

function languageOf(request: { get(key: typeof Language): string | undefined }): string {
  return request.get(Language) ?? '';
}

test.each([
  ['nothing to offer', {}, 'expected media_types, languages, or both'],
  ['an empty array', { languages: [] }, 'negotiate.languages: expected one or more'],
  ['a range', { media_types: ['text/*'] }, 'negotiate.media_types[0]: expected a media type'],
  ['no language', { languages: ['en_GB'] }, 'negotiate.languages[0]: expected a language'],
  ['an unknown key', { languages: ['en'], query: 'lang' }, 'negotiate.query: expected no such key'],
])('%s is rejected when the middleware is created', async (_, options, message) => {
  await expect(negotiate(options as NegotiateOptions)).rejects.toThrow(message);
});
