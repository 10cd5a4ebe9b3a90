import { spawnSync } from 'node:child_process';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { Application } from '../../../src/b/index.ts';
import { JsonResponse, type RunningServer, type ServerRequest } from '../../../src/index.ts';
import { serve } from '../../support/serve.ts';

/** A server that responds with what it has read: by `parts()` below /parts, else by `formData()`. */
function echo(): Promise<RunningServer> {
  const app = new Application();
  app.pipe('/parts', async (request: ServerRequest) => {
    const read: unknown[] = [];
    for await (const part of request.parts()) read.push([part.name, part.filename, await part.text()]);
    return new JsonResponse(read);
  });
  app.pipe(async (request: ServerRequest) => {
    const read = [...(await request.formData())].map(async ([name, value]) =>
      typeof value === 'string' ? [name, undefined, value] : [name, value.name, await value.text()],
    );
    return new JsonResponse(await Promise.all(read));
  });
  return serve(app);
}

test.for(['/parts', '/'])('a form that fetch sends keeps its names and contents (H7): %s', async (path) => {
  const form = new FormData();
  form.set('a"b\r\nc\\', 'x');
  form.set('file', new File(['hi'], 'a"b\n é.txt', { type: 'text/x' }));
  const response = await fetch((await echo()).url + path, { method: 'POST', body: form });
  expect(await response.json()).toEqual([
    ['a"b\r\nc\\', null, 'x'],
    ['file', 'a"b é.txt', 'hi'],
  ]);
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

test.skipIf(!hasCurl).for(['/parts', '/'])(
  'a form that curl sends keeps its names and contents (H7): %s',
  async (path) => {
    const { url } = await echo();
    const form = ['-F', 'na"me=value', '-F', 'file=@-;filename="a\\"b.txt";type=text/x'];
    const { stdout } = await execa('curl', ['--silent', ...form, url + path], { input: 'hi' });
    expect(JSON.parse(stdout)).toEqual([
      ['na"me', null, 'value'],
      ['file', 'a"b.txt', 'hi'],
    ]);
  },
);
