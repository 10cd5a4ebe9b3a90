/** @module-tag full */

import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keys, Sitting } from '../../packages/command-line/test/terminal.ts';
import { fromSource, startServer } from '../support/server.ts';
import type { Installation } from './installation.ts';
import { installation } from './created-projects.ts';

// A machine under the load of other tests takes longer than the 90 seconds that the four commands take by themselves.
const LIMIT_MILLISECONDS = 180_000;

let folder: string;
let registry: Installation['registry'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-first-hour-'));
  ({ registry } = await installation());
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function npm(cwd: string, ...args: string[]): Promise<string> {
  const { all } = await execa('npm', args, {
    cwd,
    all: true,
    stdin: 'ignore',
    env: { ...registry, npm_config_ignore_scripts: 'true', NODE_ENV: undefined, VITEST: undefined },
  });
  return stripVTControlCharacters(all);
}

async function expectSound(project: string): Promise<void> {
  await npm(project, 'run', 'typecheck');
  expect(await npm(project, 'test')).toMatch(/Tests\s+\d+ passed \(\d+\)/);
  expect(await npm(project, 'run', 'fw', '--', 'check')).toContain('No errors');
}

const fields = 'title:string, tags:string[], draft:boolean?';

const ways: Readonly<Record<string, (project: string) => Promise<void>>> = {
  async flags(project) {
    await npm(project, 'run', 'fw', '--', 'generate', 'resource', 'post', '--fields', fields, '--yes');
  },

  async 'npm run generate at a terminal'(project) {
    const program = realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim());
    const sitting = new Sitting(['run', 'generate'], { cwd: project, program, env: registry });
    const { enter, down } = keys;
    (await sitting.sees('What to generate')).types(`${down}${enter}`);
    for (const [question, typed] of [
      ['Singular name', 'post'],
      ['Fields', fields],
      ['Schema library', ''],
      ['Path of the resource', ''],
      ['Service that stores the data', ''],
      ['Feature', ''],
    ]) {
      (await sitting.sees(`? ${question}`)).types(`${typed}${enter}`);
    }
    expect(await sitting.ends()).toBe(0);
  },
};

test.each(Object.keys(ways))(
  'four commands create a validated, documented, tested and stored resource, by %s',
  { timeout: 900_000 },
  async (way) => {
    const project = join(folder, way.split(' ').join('-'));
    let spent = 0;
    const timed = async (command: Promise<unknown>): Promise<void> => {
      const start = performance.now();
      await command;
      spent += performance.now() - start;
    };
    await timed(npm(folder, 'create', '--yes', 'fw-app', project, '--', '--variant', 'b', '--no-git'));
    await expectSound(project);
    await timed(npm(project, 'run', 'fw', '--', 'add', 'database'));
    await expectSound(project);
    await timed(ways[way]?.(project) ?? Promise.reject(new Error(way)));
    await expectSound(project);
    await timed(npm(project, 'run', 'fw', '--', 'db', 'migrate'));
    await expectSound(project);
    expect(spent).toBeLessThan(LIMIT_MILLISECONDS);

    const { url, stop } = await startServer(process.execPath, [...fromSource, 'public/index.ts'], {
      cwd: project,
      env: { HOST: '127.0.0.1', PORT: '0' },
    });
    try {
      const send = (body: object): Promise<Response> =>
        fetch(`${url}/posts`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });
      const created = await send({ title: 'Hello', tags: ['new'] });
      expect(created.status).toBe(201);
      expect((await send({ title: 1 })).status).toBe(422);
      const shown = await fetch(`${url}${created.headers.get('location')}`);
      expect(await shown.json()).toEqual(await created.json());
    } finally {
      await stop();
    }
    expect(await readFile(join(project, '.fw/types/routes.d.ts'), 'utf8')).toContain("'posts.show'");
    await npm(project, 'run', 'fw', '--', 'openapi');
    const document = JSON.parse(await readFile(join(project, 'openapi.json'), 'utf8')) as {
      paths: Readonly<Record<string, object>>;
    };
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/posts', '/posts/{id}']));
  },
);
