import { type } from 'arktype';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { z } from 'zod';
import * as a from '../../../src/a/index.ts';
import * as b from '../../../src/b/index.ts';
import { contract, type Schema } from '../../../src/features/contract/index.ts';
import { JsonResponse } from '../../../src/index.ts';

interface Tree {
  readonly in?: Tree | undefined;
}

const zodTree: z.ZodType<Tree> = z.strictObject({ in: z.lazy(() => zodTree).optional() });
const valibotTree: v.GenericSchema<Tree> = v.strictObject({ in: v.optional(v.lazy(() => valibotTree)) });
const arktypeTree = type.module({ tree: { '+': 'reject', 'in?': 'tree' } }).tree;

/** Which keys a part of a request may have, in the words of each library. */
const schemas = {
  strict: {
    zod: z.strictObject({ k: z.string() }),
    valibot: v.strictObject({ k: v.string() }),
    arktype: type({ '+': 'reject', k: 'string' }),
  },
  record: {
    zod: z.record(z.string(), z.coerce.number()),
    valibot: v.record(v.string(), v.pipe(v.string(), v.regex(/^\d+$/))),
    arktype: type('Record<string, string.numeric>'),
  },
  list: {
    zod: z.object({ k: z.array(z.email()) }),
    valibot: v.object({ k: v.array(v.pipe(v.string(), v.email())) }),
    arktype: type({ k: 'string.email[]' }),
  },
  lists: {
    zod: z.object({ k: z.array(z.array(z.union([z.boolean(), z.email()]))) }),
    valibot: v.object({ k: v.array(v.array(v.union([v.boolean(), v.pipe(v.string(), v.email())]))) }),
    arktype: type({ k: '(boolean | string.email)[][]' }),
  },
  tree: { zod: zodTree, valibot: valibotTree, arktype: arktypeTree as unknown as Schema },
} satisfies Record<string, Record<string, unknown>>;

const places = ['query', 'headers', 'cookies', 'json', 'form', 'multipart'] as const;
const alphabets = {
  plain: 'abcdefgh',
  escaped: `"\\'<>&%~/`,
  controls: '\u0001\u0008\n\u007f',
  foreign: 'äß漢字😀',
  surrogates: '\ud800\udfff',
};

/** The size and the type of a request body. */
export interface Oversized {
  readonly variant: 'a' | 'b';
  readonly library: 'zod' | 'valibot' | 'arktype';
  readonly schema: keyof typeof schemas;
  readonly place: (typeof places)[number];
  readonly letters: keyof typeof alphabets;
  readonly accept: string;
  /** How many keys, or items of a list. */
  readonly count: number;
  /** The size of each key and each string. */
  readonly length: number;
  /** Whether the keys are different from each other. */
  readonly isMap: boolean;
  /** The depth of values in JSON. */
  readonly depth: number;
}

const MOST_CHARACTERS = 60_000;

/** Few long texts, many short ones, and anything between. */
export const oversized: fc.Arbitrary<Oversized> = fc
  .record({
    variant: fc.constantFrom('a', 'b'),
    library: fc.constantFrom('zod', 'valibot', 'arktype'),
    schema: fc.constantFrom(...(Object.keys(schemas) as (keyof typeof schemas)[])),
    place: fc.constantFrom(...places),
    letters: fc.constantFrom(...(Object.keys(alphabets) as (keyof typeof alphabets)[])),
    accept: fc.constantFrom('application/json', 'text/html', 'text/plain', '*/*'),
    count: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 900, max: 4000 })),
    length: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 100, max: 20_000 })),
    isMap: fc.boolean(),
    depth: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 300 }), fc.constant(5000)),
  })
  .map((given) => ({
    ...given,
    length: Math.max(1, Math.min(given.length, Math.floor(MOST_CHARACTERS / (given.count + 1)))),
  }));

export interface Sent {
  readonly init: RequestInit;
  readonly path: string;
  /** Path, headers and body, in bytes. */
  readonly size: number;
}

export function sentOf({ place, letters, accept, count, length, isMap, depth }: Oversized): Sent {
  const characters = [...alphabets[letters]];
  const text = Array.from({ length }, (_, index) => characters[index % characters.length]).join('');
  const keys = Array.from({ length: count }, (_, index) => (isMap ? `${text}${index.toString(36)}` : 'k'));
  const form = keys.map((key) => `${encoded(key)}=${encoded(isMap ? 'x' : text)}`).join('&');
  const headers = new Headers({ accept });
  let path = '/';
  let body: string | undefined;
  if (place === 'query') path = `/?${form}`;
  else if (place === 'headers') {
    for (const [index] of keys.entries()) headers.set(`x-${index.toString(36)}`, 'y'.repeat(length));
  } else if (place === 'cookies') headers.set('cookie', form.replaceAll('&', '; '));
  else if (place === 'form') {
    headers.set('content-type', 'application/x-www-form-urlencoded');
    body = form;
  } else if (place === 'multipart') {
    headers.set('content-type', 'multipart/form-data; boundary=x');
    const name = (key: string): string => key.replaceAll(/["\r\n]/g, '_');
    const parts = keys.map(
      (key) => `--x\r\nContent-Disposition: form-data; name="${name(key)}"\r\n\r\n${text}\r\n`,
    );
    body = `${parts.join('')}--x--\r\n`;
  } else {
    headers.set('content-type', 'application/json');
    const value = isMap ? Object.fromEntries(keys.map((key) => [key, 0])) : { k: keys.map(() => text) };
    body = `${'{"in":'.repeat(depth)}${JSON.stringify(value)}${'}'.repeat(depth)}`;
  }
  const method = body === undefined ? 'GET' : 'POST';
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return {
    path,
    init: { method, headers, ...(body !== undefined && { body }) },
    size: Buffer.byteLength(path) + Buffer.byteLength(lines) + Buffer.byteLength(body ?? ''),
  };
}

/** Characters that forms leave unescaped stay as they are: the shortest spelling amplifies most. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('%22', '"').replaceAll('%3C', '<');
}

/** @param fieldLimit of the applications */
export function applications(fieldLimit?: number): Record<'a' | 'b', a.Application | b.Application> {
  const server = fieldLimit === undefined ? {} : { field_limit: fieldLimit };
  const apps = {
    a: new a.Application({ server, log: () => {} }),
    b: new b.Application({ server, log: () => {} }),
  };
  for (const [schema, libraries] of Object.entries(schemas)) {
    for (const [library, given] of Object.entries(libraries)) {
      const part = given as Schema;
      for (const place of places) {
        const key = place === 'query' || place === 'headers' || place === 'cookies' ? place : 'body';
        const handler = contract({ [key]: part }).handle(() => new JsonResponse('taken'));
        for (const app of Object.values(apps)) {
          app.any(`/${schema}/${library}/${place}`, handler as never);
        }
      }
    }
  }
  for (const app of Object.values(apps)) app.pipeRoutingMiddleware().pipeDispatchMiddleware();
  return apps;
}

export async function responseTo(
  apps: ReturnType<typeof applications>,
  { variant, schema, library, place }: Oversized,
  { path, init }: Sent,
): Promise<{ readonly status: number; readonly size: number }> {
  const response = await apps[variant].request(`/${schema}/${library}/${place}${path.slice(1)}`, init);
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return { status: response.status, size: headers.length + (await response.arrayBuffer()).byteLength };
}
