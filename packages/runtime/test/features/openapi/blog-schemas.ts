import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';

const Author = z.object({ name: z.string().min(1), email: z.email().optional() }).meta({ id: 'Author' });
export const Post = z.object({
  id: z.int(),
  title: z.string(),
  tags: z.array(z.string()),
  author: Author.nullable(),
  at: z.iso.datetime(),
});
export const postId = z.object({ id: z.string().regex(/^\d+$/) });
export const tags = z.array(z.string());
export const Shape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('circle'), radius: z.number().positive().max(1000) }),
  z.object({ kind: z.literal('box'), sides: z.tuple([z.number(), z.number()]) }),
]);
export const Tree = z.object({
  label: z.string(),
  get children() {
    return z.array(Tree);
  },
});
export const Month = v.object({
  year: v.pipe(v.string(), v.regex(/^\d{4}$/)),
  month: v.pipe(v.string(), v.maxLength(2)),
});
export const Order = type({
  lines: type({ sku: 'string > 0', count: '1 <= number.integer <= 99' }).array(),
  'note?': 'string | null',
});
