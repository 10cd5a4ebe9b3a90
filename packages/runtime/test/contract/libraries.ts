import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';

/** The same schemas in the libraries that people use. */
export const libraries = {
  zod: {
    params: z.object({ id: z.string().regex(/^\d+$/) }),
    query: z.object({ tag: z.array(z.string()).optional() }),
    body: z.object({ title: z.string().min(1), draft: z.boolean().optional() }),
    post: z.object({ id: z.string(), title: z.string() }),
  },
  valibot: {
    params: toStandardJsonSchema(v.object({ id: v.pipe(v.string(), v.regex(/^\d+$/)) })),
    query: toStandardJsonSchema(v.object({ tag: v.optional(v.array(v.string())) })),
    body: toStandardJsonSchema(
      v.object({ title: v.pipe(v.string(), v.minLength(1)), draft: v.optional(v.boolean()) }),
    ),
    post: toStandardJsonSchema(v.object({ id: v.string(), title: v.string() })),
  },
  arktype: {
    params: type({ id: /^\d+$/ }),
    query: type({ 'tag?': 'string[]' }),
    body: type({ title: 'string >= 1', 'draft?': 'boolean' }),
    post: type({ id: 'string', title: 'string' }),
  },
};
