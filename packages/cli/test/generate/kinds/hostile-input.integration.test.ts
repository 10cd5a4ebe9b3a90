// Generated resources store client input unchanged, or reject it.
import { AppFactory, JsonResponse } from 'fw-runtime/b';
import { describe, expect, test } from 'vitest';
import { withPostgres } from '../../../../../test/support/postgres.ts';
import { LIBRARIES } from '../../../src/generate/contract/libraries.ts';
import { database } from '../../../src/add/database.ts';
import {
  containerOf,
  emptyProject,
  generate,
  type Send,
  serveResources,
  type Store,
} from './generated-resources.ts';

const FIELDS =
  'title:string, tags:string[]?, author:{name:string, mail:email?}?, links:{url:url, note:string?}[]?, ' +
  'views:integer?, counts:integer[]?, score:number?, scores:number[]?, site:url?, mail:email?, on:date?, at:datetime?, ' +
  'key:uuid?, draft:boolean?, state:draft|done?';

const cases = Object.keys(LIBRARIES).flatMap((schema) =>
  (['a', 'b'] as const).map((variant) => ({ schema, variant })),
);

type Case = (typeof cases)[number];

/** One case is essential. */
const GROUPS = [
  { some: cases.slice(0, 1), tags: [] },
  { some: cases.slice(1), tags: ['full'] },
];

interface Notes {
  add(text: string): Promise<object>;
  find(id: string): Promise<object | undefined>;
}

interface Resources {
  readonly send: Send;
  /** Sends an object, or JSON that no object can represent. */
  post(body: object | string): Promise<Response>;
}

async function serve(
  { schema, variant }: Case,
  store: Store | ((name: string) => Store),
): Promise<Resources> {
  const send = await serveResources(
    variant,
    typeof store === 'function' ? store(`${schema}_${variant}`) : store,
    [
      { name: 'post', fields: FIELDS, schema },
      { name: 'comment', path: '/posts/{post}/comments', fields: 'text:string', schema },
      { name: 'message', path: '/rooms/{room}/messages', fields: 'text:string', schema },
      { name: 'line', path: String.raw`/words/{word:.+}/lines`, fields: 'text:string', schema },
    ],
  );
  return { send, post: (body) => send('POST', '/posts', typeof body === 'string' ? body : json(body)) };
}

/** JSON with lone surrogates and U+0000 as escapes. */
function json(value: object): string {
  return JSON.stringify(value);
}

const HOSTILE = ['a\0b', '\0', 'a\ud800', '\udc00a', '\ud83d\ud83d\ude00', 'x'.repeat(100_000) + '\0'];
const HARMLESS = [
  '',
  ' a ',
  "'; drop table posts; --",
  '😀\u{10ffff}',
  'a\r\n\t\u0001\u007f\ufffe\uffff',
  'e\u0301é',
  '\\u0000',
];

const REJECTED: readonly (readonly [pointer: string, body: object | string])[] = [
  ...HOSTILE.flatMap((text) => [
    ['/title', { title: text }] as const,
    ['/tags/1', { title: 't', tags: ['a', text] }] as const,
    ['/author/name', { title: 't', author: { name: text } }] as const,
    ['/links/0/note', { title: 't', links: [{ url: 'https://example.com/', note: text }] }] as const,
    ['/site', { title: 't', site: `https://example.com/${text}` }] as const,
    ['/links/0/url', { title: 't', links: [{ url: `https://example.com/${text}` }] }] as const,
    ['/mail', { title: 't', mail: `${text}@example.com` }] as const,
    ['/author/mail', { title: 't', author: { name: 'n', mail: `a@example.com${text}` } }] as const,
    ['/on', { title: 't', on: `2026-01-31${text}` }] as const,
    ['/key', { title: 't', key: `0f8fad5b-d9cb-469f-a165-70867728950e${text}` }] as const,
    ['/state', { title: 't', state: `draft${text}` }] as const,
  ]),
  ...[2 ** 53, -(2 ** 53), 2 ** 63, 1e300, 1.5].flatMap((views) => [
    ['/views', { title: 't', views }] as const,
    ['/counts/0', { title: 't', counts: [views] }] as const,
  ]),
  ...['1e400', '-1e400', '"NaN"', '"Infinity"', '"1"', '{}'].flatMap((number) => [
    ['/views', `{"title":"t","views":${number}}`] as const,
    ['/score', `{"title":"t","score":${number}}`] as const,
    ['/scores/0', `{"title":"t","scores":[${number}]}`] as const,
  ]),
  ...['300000-01-01', '+300000-01-01', '-000001-01-01', '2026-13-01', 'NaN', 'infinity', 'now'].flatMap(
    (on) => [['/on', { title: 't', on }] as const, ['/at', { title: 't', at: `${on}T12:00:00Z` }] as const],
  ),
  ['/draft', { title: 't', draft: 2 }],
  ['/key', { title: 't', key: '0f8fad5bd9cb469fa16570867728950e!' }],
];

const STORED: readonly object[] = [
  ...HARMLESS.map((title) => ({
    title,
    tags: [title],
    author: { name: title },
    links: [{ url: 'https://example.com/', note: title }],
  })),
  { title: 't'.repeat(300_000), tags: ['t'.repeat(300_000)] },
  ...[2 ** 31, -(2 ** 31) - 1, 2 ** 32, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER].map((views) => ({
    title: 't',
    views,
    counts: [views],
  })),
  ...[Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 2 ** 53, 0.1, 1e21].map((score) => ({
    title: 't',
    score,
    scores: [score],
  })),
  { title: 't', on: '9999-12-31', at: '9999-12-31T23:59:59Z', draft: false, state: 'done' },
  { title: 't', site: 'https://example.com/%00?q=%ED%A0%80', mail: 'ada@example.com' },
];

const IDS = [
  '1',
  '2147483648',
  'NaN',
  'a'.repeat(5000),
  '%00',
  '0f8fad5b-d9cb-469f-a165-70867728950e%00',
  "'--",
  '%F0%9F%98%80',
];
const PAGES = [
  '9007199254740992',
  '1e300',
  '1'.repeat(400),
  'NaN',
  'Infinity',
  '-1',
  '1.5',
  '%00',
  '1%00',
  '%ED%A0%80',
];

function inEachCase(store: Store | ((name: string) => Store)): void {
  for (const { some, tags } of GROUPS) inSomeCases(store, some, tags);
}

function inSomeCases(store: Store | ((name: string) => Store), some: readonly Case[], tags: string[]): void {
  test.each(some)(
    'a client can neither choose ids nor add members: $schema, variant $variant',
    { timeout: 300_000, tags },
    async (each) => {
      const { send, post } = await serve(each, store);
      const ada = (await (await post({ title: 'Ada', author: { name: 'Ada' } })).json()) as { id: string };
      const more = (id: string): string =>
        `"id":"${id}","role":"admin","created_at":"1","post":"1","toString":"x",` +
        '"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}';
      const hostile = `{${more(ada.id)},"title":"M","author":{${more(ada.id)},"name":"M"},"links":[{${more('1')},"url":"https://example.com/"}],${more(ada.id)}}`;
      const created = await post(hostile);
      const mallory = (await created.json()) as { id: string };
      const own = {
        id: mallory.id,
        title: 'M',
        author: { name: 'M' },
        links: [{ url: 'https://example.com/' }],
      };
      const show = async (id: string): Promise<unknown> => (await send('GET', `/posts/${id}`)).json();

      expect(created.status).toBe(201);
      expect(mallory.id).not.toBe(ada.id);
      expect(textOf(mallory)).toBe(textOf(own));
      expect(textOf(await show(mallory.id))).toBe(textOf(own));
      const updated = await send('PUT', `/posts/${mallory.id}`, hostile);
      expect(textOf(await updated.json())).toBe(textOf(own));
      expect(textOf(await show(mallory.id))).toBe(textOf(own));
      expect(await show(ada.id)).toEqual(ada);
      expect(await (await send('GET', '/posts')).json()).toHaveLength(2);

      const comments = `/posts/${ada.id}/comments`;
      const first = (await (await send('POST', comments, '{"text":"first"}')).json()) as { id: string };
      const second = await send('POST', comments, `{"text":"second",${more(first.id)}}`);
      expect(Object.keys((await second.json()) as object).toSorted()).toEqual(['id', 'text']);
      const path = second.headers.get('Location') ?? '';
      expect(
        Object.keys((await (await send('PUT', path, `{"text":"third",${more(first.id)}}`)).json()) as object),
      ).toHaveLength(2);
      expect(await (await send('GET', `${comments}/${first.id}`)).json()).toEqual(first);
      expect(await (await send('GET', comments)).json()).toHaveLength(2);
      expect(await (await send('GET', `/posts/${mallory.id}/comments`)).json()).toEqual([]);
    },
  );

  test.each(some)(
    'a value that is not stored unchanged is a 422: $schema, variant $variant',
    { timeout: 300_000, tags },
    async (each) => {
      const { send, post } = await serve(each, store);
      const { id } = (await (await post({ title: 'kept' })).json()) as { id: string };
      for (const [pointer, body] of REJECTED) {
        const text = typeof body === 'string' ? body : json(body);
        for (const response of [await post(text), await send('PUT', `/posts/${id}`, text)]) {
          const problem = (await response.json()) as object;
          expect
            .soft(problem, text.slice(0, 200))
            .toMatchObject({ status: 422, errors: [{ in: 'body', pointer }] });
        }
      }
      expect(await (await send('GET', '/posts')).json()).toEqual([{ id, title: 'kept' }]);
    },
  );

  test.each(some)(
    'a stored value is shown unchanged: $schema, variant $variant',
    { timeout: 300_000, tags },
    async (each) => {
      const { send, post } = await serve(each, store);
      for (const body of STORED) {
        const created = await post(body);
        const path = created.headers.get('Location') ?? '';
        const whole = { id: path.split('/').at(-1), ...body };
        expect.soft(created.status, json(body).slice(0, 200)).toBe(201);
        expect.soft(await created.json()).toEqual(whole);
        expect.soft(await (await send('GET', path)).json()).toEqual(whole);
        expect.soft(await (await send('PUT', path, json(body))).json()).toEqual(whole);
      }
    },
  );

  test.each(some)(
    'no path and no query is a 500: $schema, variant $variant',
    { timeout: 300_000, tags },
    async (each) => {
      const { send, post } = await serve(each, store);
      const { id: postId } = (await (await post({ title: 't' })).json()) as { id: string };
      for (const id of IDS) {
        for (const [path, body] of [
          [`/posts/${id}`, '{"title":"t"}'],
          [`/posts/${postId}/comments/${id}`, '{"text":"t"}'],
          [`/rooms/1/messages/${id}`, '{"text":"t"}'],
        ] as const) {
          for (const method of ['GET', 'PUT', 'DELETE']) {
            const { status } = await send(method, path, method === 'PUT' ? body : undefined);
            expect.soft(status, `${method} ${path.slice(0, 100)}`).toBe(422);
          }
        }
        // A parent may have any id that its database can store and find.
        for (const path of [`/posts/${id}/comments`, `/rooms/${id}/messages`, `/words/${id}/lines`]) {
          const { status } = await send('GET', path);
          const added = await send('POST', path, '{"text":"t"}');
          const isText = !/%00|a{9}/.test(id);
          expect.soft(status, path.slice(0, 100)).toBe(isText ? 200 : 422);
          expect.soft([isText ? 201 : 422, isText ? 404 : 422], path.slice(0, 100)).toContain(added.status);
        }
      }
      for (const value of PAGES) {
        for (const path of ['/posts', `/posts/${postId}/comments`]) {
          for (const name of ['limit', 'offset']) {
            const response = await send('GET', `${path}?${name}=${value}`);
            expect.soft(await response.json(), `${name}=${value}`).toMatchObject({
              status: 422,
              errors: expect.arrayContaining([expect.objectContaining({ in: 'query', pointer: `/${name}` })]),
            });
          }
        }
      }
      expect(
        (await send('GET', `/posts?offset=${Number.MAX_SAFE_INTEGER}&limit=100&__proto__=1&q=%00`)).status,
      ).toBe(200);
    },
  );
}

/** Handlers that don't validate the values of a query. */
function inHandlers(store: () => Store): void {
  test(
    'text that a database does not store unchanged is a 422 in any query',
    { timeout: 300_000 },
    async () => {
      const project = await emptyProject('b');
      await generate(project, database, {});
      const container = await containerOf(project, store());
      const notes = container.get('Notes') as Notes;
      const app = AppFactory.create(container);
      app.post('/', async (request) => new JsonResponse(await notes.add(await request.json<string>())));
      app.get('/{id}', async ({ params }) => new JsonResponse((await notes.find(params.id)) ?? null));
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      const add = (text: string): Promise<Response> =>
        app.request('/', { method: 'POST', body: JSON.stringify(text) });

      for (const text of HOSTILE) expect.soft((await add(text)).status, text.slice(0, 20)).toBe(422);
      for (const text of HARMLESS) {
        const { id } = (await (await add(text)).json()) as { id: string };
        expect.soft(await (await app.request(`/${id}`)).json()).toEqual({ id, text });
        expect.soft((await app.request(`/${id}%00`)).status).toBe(422);
      }
      expect(await (await app.request(`/${'x'.repeat(5000)}`)).json()).toBeNull();
    },
  );
}

/** JSON with sorted keys, which shows an own `__proto__`. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1))
      : each,
  );
}

describe('in memory', () => inEachCase('memory'));

describe('with SQLite', () => {
  inEachCase({ url: 'sqlite::memory:' });
  inHandlers(() => ({ url: 'sqlite::memory:' }));
});

withPostgres((url) => {
  describe('all cases', { tags: ['full'] }, () => {
    let count = 0;
    inEachCase((name) => ({ url: url(), schema: `${name}_${count++}` }));
    inHandlers(() => ({ url: url(), schema: 'handlers' }));
  });
});
