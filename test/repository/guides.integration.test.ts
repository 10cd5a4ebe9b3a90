// Pages that show files of a generated project: each page is followed as a reader would, in a project of its own. The steps of the
// tutorial are followed in one project.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, describe, test, vi } from 'vitest';
import { createFwApp, fw } from '../support/commands.ts';
import { demonstration } from '../support/demonstration.ts';
import { type CookieJar, expectExchange } from '../support/exchange.ts';
import {
  exchangeOf,
  type Fence,
  fencesOf,
  pageNames,
  pathOf,
  readPage,
  tutorialSteps,
} from '../support/pages.ts';
import { type AppServer, startServer } from '../support/server.ts';

const bin = join(process.cwd(), 'node_modules', '.bin');
const pages = pageNames
  .filter((page) => !page.startsWith('tutorial/'))
  .map((page) => ({ page, fences: fencesOf(readPage(page)) }))
  .filter(({ fences }) => fences.some((fence) => pathOf(fence) !== undefined));

// Commands, servers and tests of the projects inherit it.
beforeAll(() => {
  for (const [name, value] of Object.entries(demonstration)) vi.stubEnv(name, value);
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const isEssential = ({ page }: { page: string }): boolean => page === 'start/quick-start.md';
const expectToWork = async ({ page, fences }: { page: string; fences: readonly Fence[] }): Promise<void> => {
  const reader = new Reader(await createProject());
  await reader.reads(page, fences);
  await reader.ends();
};

test.for(pages.filter(isEssential))(
  '$page works in a generated project as shown',
  { timeout: 300_000 },
  (page) => expectToWork(page),
);

describe('all pages', { tags: ['full'] }, () => {
  test.for(pages.filter((page) => !isEssential(page)))(
    '$page works in a generated project as shown',
    { timeout: 300_000 },
    (page) => expectToWork(page),
  );

  test.runIf(tutorialSteps.length > 0)(
    'the steps of the tutorial work one after the other, and all tests pass after each step',
    { timeout: 900_000 },
    async () => {
      const reader = new Reader(await createProject());
      for (const step of tutorialSteps) {
        await reader.reads(step, fencesOf(readPage(step)));
        await reader.expectAllTestsToPass(step);
      }
    },
  );
});

async function createProject(): Promise<string> {
  await mkdir('dist', { recursive: true });
  const project = await mkdtemp(join(process.cwd(), 'dist', 'fw-guide-'));
  cleanups.push(() => rm(project, { recursive: true, force: true }));
  await execa('node', [createFwApp, project, '--variant', 'b', '--yes', '--no-install', '--no-git']);
  return project;
}

/** Follows pages: runs their `fw` commands, writes their files, and sends their requests to the project as it is by then. */
class Reader {
  readonly #project: string;
  readonly #cookies: CookieJar = new Map();
  readonly #tests: string[] = [];
  #server: AppServer | undefined;
  /** Whether the last code on the page was a file of the project, and not a program of its own. */
  #inProject = false;
  #changed = true;

  constructor(project: string) {
    this.#project = project;
  }

  async reads(page: string, fences: readonly Fence[]): Promise<void> {
    for (const fence of fences) {
      const path = pathOf(fence);
      if (path !== undefined) await this.#writes(path, fence.code);
      else if (fence.info === 'ts') this.#inProject = false;
      else if (fence.info === 'sh') await this.#runs(fence.code);
      else if (fence.info === 'console') await this.#shows(page, fence);
      else if (fence.info === 'http' && this.#inProject) await this.#sends(page, fence);
    }
  }

  async ends(): Promise<void> {
    if (this.#changed) await this.#compiles();
    if (this.#tests.length > 0)
      await execa(join(bin, 'vitest'), ['run', ...this.#tests], { cwd: this.#project });
  }

  /** Also the tests that were generated. */
  async expectAllTestsToPass(page: string): Promise<void> {
    if (this.#changed) await this.#compiles();
    const { failed, stdout, stderr } = await execa(join(bin, 'vitest'), ['run'], {
      cwd: this.#project,
      reject: false,
    });
    if (failed) throw new Error(`The tests of the project fail after docs/${page}:\n${stdout}\n${stderr}`);
  }

  async #writes(path: string, code: string): Promise<void> {
    await mkdir(dirname(join(this.#project, path)), { recursive: true });
    await writeFile(join(this.#project, path), code);
    if (path.endsWith('.test.ts')) this.#tests.push(path);
    this.#inProject = true;
    this.#changed = true;
  }

  async #runs(commands: string): Promise<void> {
    for (const line of commands.split('\n')) {
      if (line.startsWith('rm ')) await this.#removes(line.split(' ').slice(1));
      const [, command] = /^node fw ((?:add|generate|db) [^#]*)/.exec(line) ?? [];
      if (command === undefined) continue;
      const args = (command.match(/'[^']*'|\S+/g) ?? []).map((arg) => arg.replace(/^'(.*)'$/, '$1'));
      // The packages are those of the repository.
      if (args[0] === 'add' || /^(?:resource|route|command|job)$/.test(args[1] ?? ''))
        args.push('--no-install');
      if (args[0] !== 'db') args.push('--yes');
      await execa('node', [fw, ...args], {
        cwd: this.#project,
        // vitest sets NODE_ENV to "test", for which a project has another database.
        env: { NODE_ENV: undefined },
      });
      this.#inProject = true;
      this.#changed = true;
    }
  }

  /** Runs a command of the project that the page shows with its output. */
  async #shows(page: string, { code, line }: Fence): Promise<void> {
    const [, command, output] = /^\$ node fw run ?(.*)\n([^]*)$/.exec(code) ?? [];
    if (command === undefined) return;
    const args = command.split(' ').filter((arg) => arg !== '');
    const { stdout } = await execa('node', [fw, 'run', ...args], {
      cwd: this.#project,
      env: { NODE_ENV: undefined },
    });
    if (`${stdout}\n` !== output) throw new Error(`docs/${page}:${line} must show this output:\n${stdout}`);
  }

  async #removes(paths: readonly string[]): Promise<void> {
    for (const path of paths) await rm(join(this.#project, path));
    this.#changed = true;
  }

  async #sends(page: string, fence: Fence): Promise<void> {
    if (this.#changed) await this.#compiles();
    this.#server ??= await this.#serves();
    const where = `docs/${page}:${fence.line}`;
    await expectExchange(this.#server.url, exchangeOf(fence), where, this.#cookies);
  }

  async #serves(): Promise<AppServer> {
    const server = await startServer('node', ['dist/public/index.js'], {
      cwd: this.#project,
      env: { HOST: '127.0.0.1', PORT: '0' },
    });
    cleanups.push(() => server.stop());
    return server;
  }

  /** As strictly as a project does, and then as for production. The server of the earlier build is stopped. */
  async #compiles(): Promise<void> {
    await this.#server?.stop();
    this.#server = undefined;
    await rm(join(this.#project, 'dist'), { recursive: true, force: true });
    await execa('node', [fw, 'types'], { cwd: this.#project });
    await execa(join(bin, 'tsc'), ['-p', this.#project]);
    await execa(join(bin, 'tsc'), ['-p', join(this.#project, 'tsconfig.build.json')]);
    this.#changed = false;
  }
}
