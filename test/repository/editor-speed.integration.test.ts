/** @module-tag full */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { Application } from 'fw-runtime/b';
import { resource } from 'fw-runtime/contract';
import { openApiOf } from 'fw-runtime/openapi';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { clientFile } from '../../packages/cli/src/client/client-file.ts';
import { findTypesProgram, makeTypes } from '../../packages/cli/src/client/openapi-typescript.ts';
import { elysiaProgram, fwProgram, honoProgram, namesOf, type Program } from '../support/many-routes.ts';

/** The client of an application with the routes of `fwProgram`. */
async function clientFor(routes: number): Promise<string> {
  const NewItem = z.object({ title: z.string(), count: z.number(), tags: z.array(z.string()) });
  const Item = NewItem.extend({ id: z.string() });
  const Page = z.object({ limit: z.coerce.number(), offset: z.coerce.number() });
  const ById = z.object({ id: z.string() });
  const item = { id: '1', title: 'text', count: 1, tags: ['one'] };
  const app = new Application();
  for (const name of namesOf(routes)) {
    app.add(
      resource(`/${name}`, { name }, ({ get, post, put, delete: remove }) => ({
        list: get('/', { query: Page, responses: { 200: z.array(Item) } }).handle(() => [item]),
        create: post('/', { body: NewItem, responses: { 201: Item } }).handle(() => item),
        show: get('/{id}', { params: ById, responses: { 200: Item } }).handle(() => item),
        update: put('/{id}', { params: ById, body: NewItem, responses: { 200: Item } }).handle(() => item),
        delete: remove('/{id}', { params: ById, responses: { 204: null } }).handle(() => undefined),
      })),
    );
  }
  const { document } = await openApiOf(app);
  const cwd = resolve('packages/cli');
  const program = findTypesProgram([cwd], 'npm');
  const { signal } = new AbortController();
  return clientFile(document, await makeTypes(document, program, { cwd, flags: [], signal }));
}

interface Cost {
  readonly errors: readonly string[];
  readonly instantiations: number;
  /** In seconds. */
  readonly checkTime: number;
}

/** What the compiler needs to check a program. */
async function costOf(program: Program): Promise<Cost> {
  mkdirSync('dist', { recursive: true });
  const folder = mkdtempSync(join('dist', 'fw-speed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const compilerOptions = { noEmit: true, isolatedDeclarations: false, declaration: false };
  const files = {
    ...program,
    'package.json': JSON.stringify({ type: 'module' }),
    'tsconfig.json': JSON.stringify({
      extends: '../../tsconfig.base.json',
      compilerOptions,
      include: ['*.ts'],
    }),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const args = ['-p', folder, '--extendedDiagnostics'];
  const { stdout } = await execa(join('node_modules', '.bin', 'tsc'), args, { reject: false });
  const number = (name: string): number => Number(new RegExp(`^${name}: +([\\d.]+)`, 'm').exec(stdout)?.[1]);
  return {
    errors: stdout.split('\n').filter((line) => line.includes('error TS')),
    instantiations: number('Instantiations'),
    checkTime: number('Check time'),
  };
}

/** The instantiations that the compiler may need for the routes, their handlers and the calls of a client. */
const BUDGET: Readonly<Record<number, number>> = { 100: 300_000, 1000: 2_500_000 };

test.each([100, 1000])(
  'an editor checks %d routes and their client sooner with Fw than with Hono and Elysia',
  { timeout: 180_000 },
  async (routes) => {
    const programs = [fwProgram(routes, await clientFor(routes)), honoProgram(routes), elysiaProgram(routes)];
    const rounds: Cost[][] = [];
    for (let round = 0; round < 3; round++) {
      const costs: Cost[] = [];
      for (const program of programs) costs.push(await costOf(program));
      rounds.push(costs);
    }
    // The shortest time of three, because another program may take the processor meanwhile.
    const [fw, ...others] = programs.map((_, index) => {
      const costs = rounds.map((round) => round[index]).filter((cost) => cost !== undefined);
      const [first] = costs;
      return { ...first, checkTime: Math.min(...costs.map(({ checkTime }) => checkTime)) } as Cost;
    });
    if (fw === undefined) throw new Error('There is no program.');

    expect([fw, ...others].map(({ errors }) => errors)).toEqual([[], [], []]);
    expect(fw.instantiations).toBeLessThan(BUDGET[routes] ?? 0);
    for (const other of others) {
      expect(fw.instantiations).toBeLessThan(other.instantiations);
      expect(fw.checkTime).toBeLessThan(other.checkTime);
    }
  },
);
