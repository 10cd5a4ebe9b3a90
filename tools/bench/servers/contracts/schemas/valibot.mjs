import * as v from 'valibot';

export const Order = v.object({
  order: v.pipe(v.number(), v.integer(), v.minValue(1)),
  customer: v.object({
    name: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    email: v.pipe(v.string(), v.email()),
    newsletter: v.boolean(),
  }),
  lines: v.pipe(
    v.array(
      v.object({
        article: v.pipe(v.string(), v.regex(/^A-\d+$/)),
        title: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
        quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
        price: v.pipe(v.number(), v.minValue(0)),
      }),
    ),
    v.minLength(1),
  ),
  note: v.pipe(v.string(), v.maxLength(1000)),
});
