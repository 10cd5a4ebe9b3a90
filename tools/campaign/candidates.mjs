// Who takes part: the name in the table, the file that serves it, and whether it is Fw, which alone is judged.
export const candidates = [
  { name: 'fw A', server: 'fw-a', isOwn: true },
  { name: 'fw B', server: 'fw-b', isOwn: true },
  { name: 'raw', server: 'raw' },
  { name: 'fastify', server: 'fastify' },
];
