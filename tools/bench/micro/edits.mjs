// Milliseconds from saving a file to the first response with the change, and the requests that failed meanwhile: `npm run
// bench:micro -- edits`. Fw is a generated project in TypeScript under `fw dev`; the others are one file of JavaScript under
// `node --watch`, so that they need no compiler.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../shared/free-port.mjs';
import { median } from '../statistics.mjs';

export const title = 'From an edit to its response, ms';

const root = join(import.meta.dirname, '../../..');
const EDITS = 12;
// In ms, between two edits: longer than the interval in which `node --watch` merges changes.
const PAUSE = 500;
const POLLING = 2;
const TIME_LIMIT = 30_000;

const SERVERS = {
  fastify: (text) => `import Fastify from 'fastify';
const app = Fastify();
app.get('/', () => '${text}');
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
`,
  hono: (text) => `import { serve } from '@hono/node-server';
import { Hono } from 'hono';
const app = new Hono();
app.get('/', (context) => context.text('${text}'));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT) });
`,
  nest: (text) => `import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
class Home {
  text() {
    return '${text}';
  }
}
Get()(Home.prototype, 'text', Object.getOwnPropertyDescriptor(Home.prototype, 'text'));
Controller()(Home);
class Site {}
Module({ controllers: [Home] })(Site);
const app = await NestFactory.create(Site, new FastifyAdapter(), { logger: false });
await app.listen(Number(process.env.PORT), '127.0.0.1');
`,
};

export const contenders = ['fw dev', ...Object.keys(SERVERS)];

export async function run(contender) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fw-edits-')));
  const project = contender === 'fw dev' ? createSite(folder) : createServerFile(folder, contender);
  project.edit('edit 0');
  const port = await freePort();
  const [command, ...args] = project.command;
  const child = spawn(command, args, {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'development', PORT: String(port) },
  });
  const ended = once(child, 'exit');
  try {
    await served(port, 'edit 0');
    const times = [];
    let failed = 0;
    for (let index = 1; index <= EDITS; index++) {
      await wait(PAUSE);
      const start = performance.now();
      project.edit(`edit ${index}`);
      failed += await served(port, `edit ${index}`);
      times.push(performance.now() - start);
    }
    return { ms: Math.round(median(times)), 'failed requests of an edit': Math.round(failed / EDITS) };
  } finally {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true });
  }
}

function createSite(folder) {
  const create = join(root, 'packages', 'create-fw-app', 'dist', 'cli.js');
  const args = [create, '.', '--variant', 'b', '--form', 'programmatic', '--no-install', '--no-git', '--yes'];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    command: [process.execPath, join(root, 'packages', 'cli', 'dist', 'cli', 'src', 'cli.js'), 'dev'],
    edit(text) {
      const handler = `import { TextResponse } from 'fw-runtime/b';

export function helloWorld(): TextResponse {
  return new TextResponse('${text}');
}
`;
      writeFileSync(join(folder, 'src', 'action', 'hello-world.ts'), handler);
    },
  };
}

function createServerFile(folder, contender) {
  symlinkSync(join(root, 'tools', 'bench', 'node_modules'), join(folder, 'node_modules'));
  const file = join(folder, 'server.mjs');
  return {
    command: [process.execPath, '--watch', file],
    edit: (text) => writeFileSync(file, SERVERS[contender](text)),
  };
}

/** @returns how many requests failed before the first response with the new content */
async function served(port, text) {
  const deadline = performance.now() + TIME_LIMIT;
  for (let failed = 0; performance.now() < deadline; await wait(POLLING)) {
    const body = await bodyOf(port).catch(() => undefined);
    if (body?.includes(text)) return failed;
    if (body === undefined) failed++;
  }
  throw new Error(`"${text}" was not served within ${TIME_LIMIT} ms`);
}

async function bodyOf(port) {
  const [response] = await once(get({ host: '127.0.0.1', port, agent: false }), 'response');
  return (await response.setEncoding('utf8').toArray()).join('');
}
