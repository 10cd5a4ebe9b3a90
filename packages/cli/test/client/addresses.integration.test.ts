import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { callFw, type Ended } from '../../../../test/sites/call-fw.ts';
import { hostile, ok } from './hostile-document.ts';
import { emptyFolder, writeFiles } from '../../../command-line/test/folders.ts';

/** Serves on 127.0.0.1, and records the targets of requests. */
async function serve(respond: RequestListener): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    asked.push(incoming.url ?? '');
    respond(incoming, outgoing);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function write(document: object, folder: string): Promise<Ended & { readonly types: string }> {
  await writeFiles(folder, {
    'package.json': '{ "type": "module" }\n',
    'openapi.json': JSON.stringify(document),
  });
  const ended = await callFw(folder, ['client', '--input', 'openapi.json', '--output', 'api.ts']);
  const types = await readFile(join(folder, 'api.ts'), 'utf8').catch(() => '');
  return { ...ended, types: types.slice(types.indexOf('export interface paths')) };
}

test(
  'no address or file in a document is read, and the types are complete',
  { tags: ['full'], timeout: 120_000 },
  async () => {
    const folder = await emptyFolder();
    const { url, asked } = await serve((_, outgoing) => outgoing.end('{"type":"string"}'));
    // A process that opens a pipe waits forever, so the test would fail by its time limit.
    const pipe = join(folder, 'pipe.json');
    execFileSync('mkfifo', [pipe]);
    for (const target of [url, pipe]) {
      const { types, ...ended } = await write(
        hostile((place) => `${target}#/${place}`, '3.1.0'),
        folder,
      );
      expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
      expect(types).toMatch(/get: operations\["pets"\]/);
      expect(types).toMatch(/kind: "cat"[^]*kind: "dog"/);
      expect(types).toContain('discriminator?: components["schemas"]["Mapped"];');
      expect(types).toContain('externalValue: number;');
    }
    expect(asked).toEqual([]);
  },
);

test.each<[where: string, paths: ($ref: string) => object]>([
  ['a path', ($ref) => ({ '/a': { $ref } })],
  ['a parameter', ($ref) => ({ '/a': { get: { parameters: [{ $ref }], responses: {} } } })],
  ['a response', ($ref) => ({ '/a': { get: { responses: { 200: { $ref } } } } })],
  ['a callback', ($ref) => ({ '/a': { get: { responses: {}, callbacks: { done: { $ref } } } } })],
  [
    'a link',
    ($ref) => ({ '/a': { get: { responses: { 200: { description: '', links: { a: { $ref } } } } } } }),
  ],
  [
    'an example',
    ($ref) => ({ '/a': { get: { responses: ok({ type: 'string', example: { a: { $ref } } }) } } }),
  ],
  ['a discriminator', ($ref) => ({ '/a': { get: { responses: ok({ discriminator: { $ref } }) } } })],
  ['an extension', ($ref) => ({ '/a': { get: { responses: {}, 'x-a': [{ $ref }] } } })],
])('a reference to another document in %s is rejected, and not followed', async (_, paths) => {
  const folder = await emptyFolder();
  const { url, asked } = await serve((_, outgoing) => outgoing.end('{}'));
  for (const $ref of [
    `${url}/a.json`,
    'a.json',
    '#a/b.json',
    '#',
    ' #/a',
    'file:///etc/passwd#/a',
    'urn:a',
  ]) {
    const document = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: paths($ref) };
    const { exitCode, stderr } = await write(document, folder);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('refers to another document')]);
  }
  expect(asked).toEqual([]);
});

test('a document with endless nesting is rejected', async () => {
  const folder = await emptyFolder();
  await writeFiles(folder, {
    'package.json': '{}',
    'openapi.json': `{"openapi":"3.1.0","paths":{"/a":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}}`,
  });
  expect(await callFw(folder, ['client', '--input', 'openapi.json', '--output', 'api.ts'])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^openapi\.json is nested deeper than 500 levels/),
  });
});

test('a redirect is followed only on the same server', async () => {
  const folder = await emptyFolder();
  await writeFiles(folder, { 'package.json': '{}' });
  const internal = await serve((_, outgoing) => outgoing.end('{}'));
  const document = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: { '/a': {} } };
  const redirects: Readonly<Record<string, string>> = {
    '/moved': '/openapi.json',
    '/elsewhere': `${internal.url}/latest/meta-data`,
    '/relative-elsewhere': internal.url.replace('http:', ''),
    '/loop': '/loop',
    '/file': 'file:///etc/passwd',
  };
  const { url } = await serve(({ url: path = '' }, outgoing) => {
    const location = redirects[path];
    outgoing.writeHead(location === undefined ? 200 : 302, location === undefined ? {} : { location });
    outgoing.end(JSON.stringify(document));
  });
  const call = (path: string): Promise<Ended> =>
    callFw(folder, ['client', '--input', `${url}${path}`, '--output', 'api.ts']);
  expect((await call('/moved')).exitCode).toBe(0);
  for (const path of ['/elsewhere', '/relative-elsewhere', '/file']) {
    expect(await call(path)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('which is another server: pass that URL as --input if you trust it.'),
    });
  }
  expect((await call('/loop')).stderr).toContain('the server sent more than 5 redirects');
  expect(internal.asked).toEqual([]);
});
