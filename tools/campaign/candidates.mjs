// The candidates: name in the table, server file, and whether it is Fw. Only Fw gets a verdict.
export const candidates = [
  { name: 'fw A', server: 'fw-a', isOwn: true },
  { name: 'fw B', server: 'fw-b', isOwn: true },
  { name: 'raw', server: 'raw' },
  { name: 'fastify', server: 'fastify' },
];
