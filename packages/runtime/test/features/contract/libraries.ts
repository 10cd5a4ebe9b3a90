import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';

/** The same schemas in the libraries that people use. */
export const libraries = {
  zod: {
    params: z.object({ id: z.string().regex(/^\d+$/) }),
    query: z.object({
      tag: z.array(z.string()).optional(),
      order: z.enum(['asc', 'desc']).optional(),
    }),
    headers: z.object({ 'x-token': z.string().min(3) }),
    cookies: z.object({ theme: z.literal('dark').optional() }),
    body: z.object({
      title: z.string().min(1),
      draft: z.boolean().optional(),
      authors: z.array(z.object({ name: z.string() })).optional(),
    }),
    form: z.object({ title: z.string().min(1), tag: z.array(z.string()) }),
    strict: z.strictObject({ title: z.string().min(1) }),
    coerced: z.object({ page: z.string().transform(Number) }),
    post: z.object({ id: z.string(), title: z.string() }),
  },
  valibot: {
    params: toStandardJsonSchema(v.object({ id: v.pipe(v.string(), v.regex(/^\d+$/)) })),
    query: toStandardJsonSchema(
      v.object({
        tag: v.optional(v.array(v.string())),
        order: v.optional(v.picklist(['asc', 'desc'])),
      }),
    ),
    headers: toStandardJsonSchema(v.object({ 'x-token': v.pipe(v.string(), v.minLength(3)) })),
    cookies: toStandardJsonSchema(v.object({ theme: v.optional(v.literal('dark')) })),
    body: toStandardJsonSchema(
      v.object({
        title: v.pipe(v.string(), v.minLength(1)),
        draft: v.optional(v.boolean()),
        authors: v.optional(v.array(v.object({ name: v.string() }))),
      }),
    ),
    form: toStandardJsonSchema(
      v.object({ title: v.pipe(v.string(), v.minLength(1)), tag: v.array(v.string()) }),
    ),
    strict: toStandardJsonSchema(v.strictObject({ title: v.pipe(v.string(), v.minLength(1)) })),
    coerced: toStandardJsonSchema(v.object({ page: v.pipe(v.string(), v.transform(Number)) })),
    post: toStandardJsonSchema(v.object({ id: v.string(), title: v.string() })),
  },
  arktype: {
    params: type({ id: /^\d+$/ }),
    query: type({ 'tag?': 'string[]', 'order?': "'asc' | 'desc'" }),
    headers: type({ 'x-token': 'string >= 3' }),
    cookies: type({ 'theme?': "'dark'" }),
    body: type({
      title: 'string >= 1',
      'draft?': 'boolean',
      'authors?': type({ name: 'string' }).array(),
    }),
    form: type({ title: 'string >= 1', tag: 'string[]' }),
    strict: type({ '+': 'reject', title: 'string >= 1' }),
    coerced: type({ page: type('string').pipe((text) => Number(text)) }),
    post: type({ id: 'string', title: 'string' }),
  },
};
