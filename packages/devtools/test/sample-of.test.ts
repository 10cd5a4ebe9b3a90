import { type } from 'arktype';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sampleOf } from '../src/sample-of.ts';

const Author = z.object({
  id: z.uuid(),
  name: z.string().min(6).max(50),
  code: z.string().max(2),
  mail: z.email().optional(),
  born: z.iso.date().nullable(),
  role: z.enum(['editor', 'guest']),
  kind: z.literal('author'),
  age: z.int().min(18),
  score: z.number().positive(),
  rate: z.number().max(-2),
  tags: z.array(z.string()).min(2),
  place: z.tuple([z.number(), z.string()]),
  links: z.record(z.string(), z.url()),
  isActive: z.boolean(),
  address: z.object({ street: z.string() }),
  contact: z.union([z.url(), z.number()]),
});

test('a sample has the required keys, and is accepted by the schema', () => {
  const sample = sampleOf(Author);

  expect(sample).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'texttt',
    code: 'te',
    born: '2026-01-31',
    role: 'editor',
    kind: 'author',
    age: 18,
    score: 1,
    rate: -2,
    tags: ['text', 'text'],
    place: [1, 'text'],
    links: {},
    isActive: true,
    address: { street: 'text' },
    contact: 'https://example.com/',
  });
  expect(Author.parse(sample)).toEqual(sample);
});

test('of a recursive schema, of a scalar, and of another library', () => {
  interface Node {
    readonly name: string;
    readonly children?: readonly Node[] | undefined;
  }
  const Tree: z.ZodType<Node> = z.object({
    name: z.string(),
    children: z.lazy(() => z.array(Tree)).optional(),
  });

  expect(sampleOf(Tree)).toEqual({ name: 'text' });
  expect(sampleOf(z.enum(['open', 'closed']))).toBe('open');
  expect(sampleOf(type({ name: 'string', 'age?': 'number' }))).toEqual({ name: 'text' });
});

test('a schema without JSON Schema, or that accepts no known value, is an error', () => {
  expect(() => sampleOf(v.object({}) as never)).toThrow('A schema of valibot has no JSON Schema');
  expect(() => sampleOf(z.string().regex(/^\d+$/))).toThrow('No value is known that the schema accepts');
});
