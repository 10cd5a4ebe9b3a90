// JSON Schema, which Fastify compiles.
export const Order = {
  type: 'object',
  required: ['order', 'customer', 'lines', 'note'],
  properties: {
    order: { type: 'integer', minimum: 1 },
    customer: {
      type: 'object',
      required: ['name', 'email', 'newsletter'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 100 },
        email: { type: 'string', format: 'email' },
        newsletter: { type: 'boolean' },
      },
    },
    lines: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['article', 'title', 'quantity', 'price'],
        properties: {
          article: { type: 'string', pattern: '^A-\\d+$' },
          title: { type: 'string', minLength: 1, maxLength: 200 },
          quantity: { type: 'integer', minimum: 1 },
          price: { type: 'number', minimum: 0 },
        },
      },
    },
    note: { type: 'string', maxLength: 1000 },
  },
};
