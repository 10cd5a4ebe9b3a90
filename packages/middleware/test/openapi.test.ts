import { type ConfigError, JsonResponse } from 'fw-runtime';
import { contract, type Schema } from 'fw-runtime/contract';
import { apiReference, type ApiReferenceOptions, openApi, openapiProvider } from 'fw-middleware/openapi';
import { afterEach, expect, test, vi } from 'vitest';
import { type App, inBothVariants, serve } from './both-variants.ts';

const toJsonSchema = vi.fn(() => ({ type: 'object', properties: { title: { type: 'string' } } }));
const Post: Schema = {
  '~standard': Object.assign(
    { version: 1, vendor: 'own', validate: (value: unknown) => ({ value }) } as const,
    { jsonSchema: { input: toJsonSchema, output: toJsonSchema } },
  ),
};
const createPost = contract({ summary: 'Writes a post', body: Post, responses: { 201: Post } });

interface Document {
  readonly info: object;
  readonly paths: Readonly<Record<string, object>>;
}

afterEach(() => {
  toJsonSchema.mockClear();
});

inBothVariants((kit) => {
  function appWith(): App {
    const app = kit.app([]);
    app.post('/posts', [createPost.handle(({ body }) => new JsonResponse(body, 201))]);
    app.get('/openapi.json', [openApi()]);
    app.get('/docs', [apiReference()]);
    return app;
  }

  test('the document contains all routes except its own two, and is created once', async () => {
    const app = appWith();
    const [first, second] = await Promise.all([app.request('/openapi.json'), app.request('/openapi.json')]);
    const document = (await first.json()) as Document;
    const calls = toJsonSchema.mock.calls.length;

    expect(first.headers.get('content-type')).toBe('application/json');
    expect(Object.keys(document.paths)).toEqual(['/posts']);
    expect(document.paths['/posts']).toMatchObject({ post: { summary: 'Writes a post' } });
    expect(await second.json()).toEqual(document);
    expect(await (await app.request('/openapi.json')).json()).toEqual(document);
    expect(toJsonSchema).toHaveBeenCalledTimes(calls);
  });

  test('responses link to the document; HEAD has the headers of GET, without the body', async () => {
    const app = appWith();
    const { headers } = await app.request('/openapi.json');
    const etag = headers.get('etag') ?? '';
    const again = await app.request('/openapi.json', { headers: { 'If-None-Match': etag } });
    const head = await app.request('/openapi.json', { method: 'HEAD' });

    expect(etag).toMatch(/^"[\w+/]{24}"$/);
    expect(headers.get('cache-control')).toBe('no-cache');
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(headers));
    expect(await head.text()).toBe('');
  });

  test('in a mounted application, the document describes the outer application, on a server too', async () => {
    const [outer, inner] = [kit.app([]), appWith()];
    outer.pipe('/api', inner as never);
    outer.get('/', () => new JsonResponse({}));
    const url = await serve(outer);
    const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as Document;

    expect(Object.keys(document.paths).toSorted()).toEqual(['/', '/api/posts']);
    expect(await (await outer.request('/api/openapi.json')).json()).toEqual(document);
  });

  test('the page loads its script from its own path, and its policy permits no other source', async () => {
    const outer = kit.app([]);
    outer.pipe('/api', appWith() as never);
    const page = await outer.request('/api/docs');
    const html = await page.text();
    const script = /<script src="(\?script=[\w-]{24})"><\/script>/.exec(html)?.[1] ?? '';

    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; script-src 'self'; .*connect-src 'self'/,
      ),
    });
    expect(html).toContain('&quot;url&quot;:&quot;openapi.json&quot;');
    const loaded = await outer.request(`/api/docs${script}`);
    expect(Object.fromEntries(loaded.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const text = await loaded.text();
    expect(text.length).toBeGreaterThan(1_000_000);
    expect(text).not.toContain('sourceMappingURL=');
    const outdated = await outer.request('/api/docs?script=earlier');
    expect(outdated.headers.get('cache-control')).toBe('no-store');
    await outdated.body?.cancel();
  });

  test('both are services, configured by the keys "api_document" and "api_reference"', async () => {
    const app = kit.configured([openapiProvider], {
      openapi: { info: { title: 'Posts' } },
      api_document: { max_age: 60 },
      api_reference: { title: '<Posts>', document: '/v1/openapi.json', scalar: { theme: 'moon' } },
      routes: [
        { path: '/v1/openapi.json', middleware: 'fw-middleware/openapi' },
        { path: '/docs', middleware: 'fw-middleware/openapi/reference' },
      ],
    });
    const document = await app.request('/v1/openapi.json');
    const page = await (await app.request('/docs')).text();

    expect(document.headers.get('cache-control')).toBe('max-age=60');
    expect(await document.json()).toMatchObject({ info: { title: 'Posts' }, paths: {} });
    expect(page).toContain('<title>&lt;Posts&gt;</title>');
    expect(page).toContain('&quot;theme&quot;:&quot;moon&quot;,&quot;url&quot;:&quot;/v1/openapi.json&quot;');
  });
});

test.each([
  ['another host', { document: 'https://other.example/openapi.json' }, 'api_reference.document'],
  ['another host without a scheme', { document: '//other.example' }, 'expected a path on the same host'],
  [
    'a path that browsers read as another host',
    { document: String.raw`/\other.example` },
    'api_reference.document',
  ],
  ['nothing', { document: '' }, 'api_reference.document'],
  ['an unknown key', { url: '/openapi.json' }, 'api_reference.url: expected no such key'],
])('%s is rejected as the document of a page', (_, options, message) => {
  expect(() => apiReference(options as ApiReferenceOptions)).toThrow(
    expect.objectContaining<Partial<ConfigError>>({
      code: 'FW_CONFIG',
      message: expect.stringContaining(message),
    }),
  );
});
