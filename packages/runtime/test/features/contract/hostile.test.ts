import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract, type ProblemDocument, type Schema } from '../../../src/features/contract/index.ts';
import { defineMiddleware, JsonResponse } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';

/** Accepts any key. */
const loose: Readonly<Record<string, Schema>> = {
  'a record of zod': z.record(z.string(), z.any()),
  'a loose object of zod': z.looseObject({}),
  'a record of valibot': toStandardJsonSchema(v.record(v.string(), v.any())),
  'a loose object of valibot': toStandardJsonSchema(v.looseObject({})),
  'an object of arktype': type('object') as unknown as Schema,
  'a record of arktype': type('Record<string, unknown>') as unknown as Schema,
};

const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const pairs = NAMES.flatMap((name) => [`${name}=x`, `${name}=y`]).join('&');
const parts = NAMES.map(
  (name) => `--x\r\nContent-Disposition: form-data; name="${name}[polluted]"\r\n\r\n1\r\n`,
);

describe.each(Object.entries(loose))('names such as __proto__ harm nothing with %s', (_name, schema) => {
  inBothVariants((kit) => {
    const inputs: Record<string, unknown>[] = [];
    const app = kit.routed();
    const route = contract({ query: schema, headers: schema, cookies: schema, body: schema });
    app.post(
      '/',
      kit.shared(
        route.handle(({ query, headers, cookies, body }) => {
          inputs.push({ query, headers, cookies, body });
          return new JsonResponse('taken');
        }),
      ),
    );

    test.each<[string, RequestInit, string]>([
      [
        'in JSON',
        {
          body: '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
          headers: JSON_TYPE,
        },
        '',
      ],
      ['in a form', { body: pairs, headers: FORM }, ''],
      [
        'in a form with files',
        {
          body: `${parts.join('')}--x--\r\n`,
          headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
        },
        '',
      ],
      ['in a query', { body: '{}', headers: JSON_TYPE }, `?${pairs}`],
      ['in cookies', { body: '{}', headers: { ...JSON_TYPE, Cookie: pairs.replaceAll('&', '; ') } }, ''],
      ['in headers', { body: '{}', headers: { ...JSON_TYPE, ['__proto__']: 'x', constructor: 'y' } }, ''],
    ])('%s', async (_where, init, query) => {
      inputs.length = 0;
      const { status } = await app.request(`/${query}`, { method: 'POST', ...init });

      expect([200, 422]).toContain(status);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      for (const part of inputs.flatMap((input) => Object.values(input) as object[])) {
        expect([Object.prototype, null]).toContain(Object.getPrototypeOf(part));
        expect((part as { polluted?: unknown }).polluted).toBeUndefined();
      }
    });
  });
});

inBothVariants((kit) => {
  test('a form field that looks a thousand deep is one name, and costs nothing', async () => {
    const name = `a${'[b]'.repeat(1000)}`;
    const app = kit.routed();
    const route = contract({ body: z.record(z.string(), z.string()) });
    app.post('/', kit.shared(route.handle(({ body }) => new JsonResponse(Object.keys(body)))));
    const response = await app.request('/', { method: 'POST', body: `${name}=1`, headers: FORM });

    expect(await response.json()).toEqual([name]);
  });

  test('a key with the marks of a JSON pointer is escaped in it', async () => {
    const app = kit.routed();
    app.get(
      '/',
      kit.shared(contract({ query: z.object({ 'a/b~c': z.string() }) }).handle(() => new JsonResponse(1))),
    );

    expect(await (await app.request('/')).json()).toMatchObject({ errors: [{ pointer: '/a~1b~0c' }] });
  });

  test('JSON that was sent as a form gets an error that names the Content-Type to set', async () => {
    const app = kit.routed();
    const handler = contract({ body: z.object({ title: z.string().optional() }) }).handle(
      ({ body }) => new JsonResponse(body),
    );
    app.post('/', kit.shared(handler));
    const ask = (body: string) => app.request('/', { method: 'POST', body, headers: FORM });
    const detail =
      'The body was sent as application/x-www-form-urlencoded; set Content-Type: application/json.';

    for (const body of ['{"title":"x=1&y"}', '{}', ' {\n  "title": "x"\n}', '[{"title":"x"}]']) {
      const response = await ask(body);
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ detail, errors: [{ pointer: '', in: 'body', detail }] });
    }
    expect(await (await ask('title={"x":1}&[0]=y')).json()).toEqual({ title: '{"x":1}' });
  });

  test('a contract of forms alone takes a field with any name', async () => {
    const app = kit.routed();
    const form = contract({
      body: { 'application/x-www-form-urlencoded': z.record(z.string(), z.string()) },
    });
    app.post('/', kit.shared(form.handle(({ body }) => new JsonResponse(body))));
    const response = await app.request('/', { method: 'POST', body: '{"a":1}', headers: FORM });

    expect(await response.json()).toEqual({ '{"a":1}': '' });
  });

  test('the first 50 errors are reported, with the number of the others (defect 1)', async () => {
    const app = kit.routed();
    const search = contract({ query: z.strictObject({ q: z.string().optional() }) });
    app.get('/', kit.shared(search.handle(() => new JsonResponse(1))));
    const query = Array.from({ length: 1000 }, (_, index) => `k${index}`).join('&');
    const ask = (accept: string) => app.request(`/?${query}`, { headers: { Accept: accept } });
    const problem = (await (await ask('application/json')).json()) as ProblemDocument;

    expect(problem.errors).toHaveLength(50);
    expect(problem.errors?.[49]).toEqual({
      pointer: '/k49',
      in: 'query',
      detail: 'Unrecognized key: "k49"',
    });
    expect(problem.more).toBe(950);
    expect(await (await ask('text/plain')).text()).toMatch(/"k49"\n- and 950 more\n$/);
    expect(await (await ask('text/html')).text()).toContain('<li>and 950 more</li>');
  });

  test('the pointer and the detail of an error are truncated', async () => {
    const app = kit.routed();
    const key = 'k'.repeat(5000);
    const strict = contract({ query: z.strictObject({}) });
    app.get('/', kit.shared(strict.handle(() => new JsonResponse(1))));
    const { errors = [] } = (await (await app.request(`/?${key}`)).json()) as ProblemDocument;

    expect(errors.map(({ pointer, detail }) => [pointer.length, detail.length])).toEqual([[200, 200]]);
    expect(errors[0]?.pointer).toMatch(/^\/kkk.*k…$/);
  });

  test('the message of a schema for unknown keys stays', async () => {
    const app = kit.routed();
    const strict = contract({ query: z.strictObject({}, 'Only known keys.') });
    app.get('/', kit.shared(strict.handle(() => new JsonResponse(1))));
    const { errors } = (await (await app.request('/?a&b')).json()) as ProblemDocument;

    expect(errors?.map(({ detail }) => detail)).toEqual(['Only known keys.', 'Only known keys.']);
  });

  test('a body that was read before is reported, and one that was only peeked at is read', async () => {
    const logged: unknown[] = [];
    const route = contract({ body: z.object({}) }).handle(() => new JsonResponse('taken'));
    const app = kit.routed({ log: (error) => logged.push(error) });
    const reading = defineMiddleware(async (request, passOn) => {
      await (request.originalPath === '/peeked' ? request.peek() : request.text());
      return passOn(request);
    });
    app.post('/{how}', kit.list(kit.shared(reading), kit.shared(route)));
    const ask = (path: string) => app.request(path, { method: 'POST', body: '{}', headers: JSON_TYPE });

    expect([(await ask('/peeked')).status, (await ask('/read')).status]).toEqual([200, 500]);
    expect(logged).toEqual([expect.objectContaining({ code: 'FW_BODY_USED' })]);
  });

  test('a limit set by middleware applies to a body of a contract', async () => {
    const app = kit.app({ log: () => {} });
    app.pipe(kit.pass((request) => request.withBodyLimit(10)));
    const taken = contract({ body: z.any() }).handle(() => new JsonResponse('taken'));
    app.pipe(kit.shared(taken));
    const ask = async (body: string | ReadableStream): Promise<number> =>
      (await app.request('/', { method: 'POST', body, headers: JSON_TYPE, duplex: 'half' } as RequestInit))
        .status;
    const stream = (text: string): ReadableStream => new Blob([text]).stream();

    expect([await ask('"1234567"'), await ask('"123456789"'), await ask(stream('"123456789"'))]).toEqual([
      200, 413, 413,
    ]);
  });
});
