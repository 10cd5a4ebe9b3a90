import { type } from 'arktype';

export const Order = type({
  order: 'number.integer >= 1',
  customer: { name: '1 <= string <= 100', email: 'string.email', newsletter: 'boolean' },
  lines: type({
    article: /^A-\d+$/,
    title: '1 <= string <= 200',
    quantity: 'number.integer >= 1',
    price: 'number >= 0',
  })
    .array()
    .atLeastLength(1),
  note: 'string <= 1000',
});
