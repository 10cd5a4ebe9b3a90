import { expect, test, vi } from 'vitest';

const TYPE = 'multipart/form-data; boundary=b';

test('request.parts() needs a package, and names it where it is missing', async () => {
  vi.resetModules();
  vi.doMock('@fastify/busboy', () => {
    throw new Error('Cannot find it');
  });
  const { readParts } = await import('../../src/message/read-parts.ts');
  await expect(readParts(TYPE, () => null, {}).next()).rejects.toMatchObject({
    code: 'FW_MISSING_DEPENDENCY',
    message:
      'request.parts() needs the package "@fastify/busboy", which is not installed: run "npm install @fastify/busboy".',
  });
  vi.doUnmock('@fastify/busboy');
});

test('request.parts() is an error with a name where there are no streams of Node', async () => {
  vi.resetModules();
  vi.doMock('#parts', () => import('../../src/message/no-parts.ts'));
  const { ServerRequest: Elsewhere } = await import('../../src/message/server-request.ts');
  await expect(new Elsewhere('/').parts().next()).rejects.toMatchObject({
    code: 'FW_UNSUPPORTED_RUNTIME',
    message: 'request.parts() needs Node, Bun or Deno; here use request.formData().',
  });
  vi.doUnmock('#parts');
});
