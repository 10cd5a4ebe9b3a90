import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { callFw } from '../../../../test/sites/call-fw.ts';
import { compileExamples, writeExamples } from '../../../../test/support/examples.ts';

interface Example {
  readonly app: {
    run(options: object): Promise<{ readonly url: string; close(): Promise<void> }>;
  };
  openApiOf(app: unknown): Promise<{ readonly document: object; readonly faults: readonly string[] }>;
}

let folder: string;
let url: string;
/** Parts that the documented app needs in addition. */
let missing: readonly string[];
let close: () => Promise<void>;
/** The calls in the documentation, and their output. */
let use: string;
let printed: string;

// The app and the program of the documentation: the server, the client, and its caller.
beforeAll(async () => {
  const page = await readFile(join('docs', 'guides', 'typed-client.md'), 'utf8');
  const [server = '', program = '', output = ''] = ['ts', 'typescript', 'text'].map(
    (language) => new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'm').exec(page)?.[1],
  );
  printed = output;
  const exported = "export { app };\nexport { openApiOf } from 'fw-runtime/openapi';\n";
  folder = resolve(await writeExamples({ server: server.replace('await app.run();\n', exported) }));
  await compileExamples(folder);
  const { app, openApiOf } = (await import(pathToFileURL(join(folder, 'server.js')).href)) as Example;
  const { document, faults } = await openApiOf(app);
  missing = faults;
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
  const running = await app.run({ port: 0, host: '127.0.0.1' });
  ({ url } = running);
  close = () => running.close();
  use = program.replace('http://localhost:8080', url);
});

afterAll(async () => {
  await close?.();
  await rm(folder, { recursive: true, force: true });
});

test(
  'a client of an app compiles against its contracts, and calls the real server',
  { tags: ['full'] },
  async () => {
    expect(missing).toEqual([]);
    const made = await callFw(folder, ['client', '--input', 'openapi.json', '--output', 'client.ts']);
    expect(made).toEqual({ exitCode: 0, stdout: 'made    client.ts', stderr: '' });
    await writeFile(join(folder, 'use.ts'), use);
    await writeFile(join(folder, 'wrong.ts'), wrong);

    const { stdout } = await execa(resolve('node_modules', '.bin', 'tsc'), ['-p', folder], { reject: false });
    expect(errorsIn(stdout)).toEqual(
      wrong.split('\n').flatMap((line, index) => (line.includes('// no') ? [`wrong.ts:${index + 1}`] : [])),
    );

    const lines: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((...values: unknown[]) => {
      lines.push(values.map((value) => (typeof value === 'string' ? value : inspected(value))).join(' '));
    });
    await import(pathToFileURL(join(folder, 'use.js')).href);
    log.mockRestore();
    expect(`${lines.join('\n')}\n`).toBe(printed);
  },
);

const wrong = `import { createClient } from './client.ts';

const api = createClient({ baseUrl: 'http://127.0.0.1' });
await api.GET('/post'); // no such path
await api.DELETE('/posts'); // no such method
await api.POST('/posts', { body: { titel: 'Hello' } }); // no such member
await api.POST('/posts', { body: { title: 1 } }); // no text
await api.POST('/posts'); // no body
await api.GET('/posts', { params: { query: { name: 'Hello' } } }); // no such parameter
const { data, error, response } = await api.POST('/posts', { body: { title: 'Hello' } });
const id: string | undefined = data?.id; // no text
error?.errors?.[0]?.pointers; // no such member
const status: number | undefined = error?.status;
const place: 'path' | 'query' | 'header' | 'cookie' | 'body' | undefined = error?.errors?.[0]?.in;
export const right = [status, place, response.ok, id];
`;

/** The compiler errors, one for each line. */
function errorsIn(output: string): string[] {
  const places = output.matchAll(/^(?:.*\/)?(\S+\.ts)\((\d+),\d+\): error/gm);
  return [...new Set(Array.from(places, ([, file, line]) => `${file}:${line}`))];
}

function inspected(value: unknown): string {
  return JSON.stringify(value).replaceAll('"', "'").replace('[', '[ ').replace(']', ' ]');
}
