import { z } from 'zod';

export const Order = z.object({
  order: z.int().min(1),
  customer: z.object({
    name: z.string().min(1).max(100),
    email: z.email(),
    newsletter: z.boolean(),
  }),
  lines: z
    .array(
      z.object({
        article: z.string().regex(/^A-\d+$/),
        title: z.string().min(1).max(200),
        quantity: z.int().min(1),
        price: z.number().min(0),
      }),
    )
    .min(1),
  note: z.string().max(1000),
});
