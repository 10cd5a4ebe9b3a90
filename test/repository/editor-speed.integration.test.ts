/** @module-tag full */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import type { Application } from 'fw-runtime/b';
import { openApiOf } from 'fw-runtime/openapi';
import { expect, onTestFinished, test } from 'vitest';
import { clientFile } from '../../packages/cli/src/client/client-file.ts';
import { findTypesProgram, makeTypes } from '../../packages/cli/src/client/openapi-typescript.ts';
import { elysiaProgram, fwProgram, honoProgram, type Program } from '../support/many-routes.ts';

/** Writes a program into a folder that is removed with the test. */
function createProgram(program: Program): string {
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
  return folder;
}

/** The program with Fw, with the client that `fw client` would write. */
async function fwProgramWithClient(routes: number): Promise<Program> {
  const program = fwProgram(routes);
  const file = resolve(createProgram(program), 'application.ts');
  const { app } = (await import(pathToFileURL(file).href)) as { app: Application };
  const { document } = await openApiOf(app);
  const cwd = resolve('packages/cli');
  const { signal } = new AbortController();
  const types = await makeTypes(document, findTypesProgram([cwd], 'npm'), { cwd, flags: [], signal });
  return { ...program, 'client.ts': clientFile(document, types) };
}

interface Cost {
  readonly errors: readonly string[];
  readonly instantiations: number;
  /** In seconds. */
  readonly checkTime: number;
}

/** Checks a program with the compiler. */
async function costOf(program: Program): Promise<Cost> {
  const folder = createProgram(program);
  const args = ['-p', folder, '--extendedDiagnostics'];
  const { stdout } = await execa(join('node_modules', '.bin', 'tsc'), args, { reject: false });
  const number = (name: string): number => Number(new RegExp(`^${name}: +([\\d.]+)`, 'm').exec(stdout)?.[1]);
  return {
    errors: stdout.split('\n').filter((line) => line.includes('error TS')),
    instantiations: number('Instantiations'),
    checkTime: number('Check time'),
  };
}

function isFirstFastest([first, ...others]: readonly Cost[]): boolean {
  return others.every(({ checkTime }) => first !== undefined && first.checkTime < checkTime);
}

/** The instantiations that the compiler may need for the routes, their handlers and the calls of a client. */
const BUDGET: Readonly<Record<number, number>> = { 100: 300_000, 1000: 2_500_000 };

test.each([100, 1000])(
  'an editor checks %d routes and their client sooner with Fw than with Hono and Elysia',
  { timeout: 360_000 },
  async (routes) => {
    const programs = [await fwProgramWithClient(routes), honoProgram(routes), elysiaProgram(routes)];
    const shortest: Cost[] = [];
    // The shortest time of three rounds, of six while a comparison fails, because another program may take the processor meanwhile.
    for (let round = 0; round < 3 || (round < 6 && !isFirstFastest(shortest)); round++) {
      for (const [index, program] of programs.entries()) {
        const cost = await costOf(program);
        const checkTime = Math.min(cost.checkTime, shortest[index]?.checkTime ?? Number.POSITIVE_INFINITY);
        shortest[index] = { ...cost, checkTime };
      }
    }
    const [fw, ...others] = shortest;
    if (fw === undefined) throw new Error('There is no program.');

    expect([fw, ...others].map(({ errors }) => errors)).toEqual([[], [], []]);
    expect(fw.instantiations).toBeLessThan(BUDGET[routes] ?? 0);
    for (const other of others) {
      expect(fw.instantiations).toBeLessThan(other.instantiations);
      expect(fw.checkTime).toBeLessThan(other.checkTime);
    }
  },
);
