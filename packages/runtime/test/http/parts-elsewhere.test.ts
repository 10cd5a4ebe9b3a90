import { expect, onTestFinished, test, vi } from 'vitest';
import { ServerRequest } from '../../src/index.ts';

test('request.parts() needs a package, and names it where it is missing', async () => {
  vi.doMock('@fastify/busboy', () => {
    throw new Error('Cannot find it');
  });
  onTestFinished(() => void vi.doUnmock('@fastify/busboy'));
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
  const request = new ServerRequest('/', { method: 'POST', body: '--b--\r\n', headers });
  await expect(request.parts().next()).rejects.toMatchObject({
    code: 'FW_MISSING_DEPENDENCY',
    message:
      'request.parts() needs the package "@fastify/busboy", which is not installed: run "npm install @fastify/busboy".',
  });
});
