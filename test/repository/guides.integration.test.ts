// Pages that show files of a generated project: each page is followed as a reader would, in a project of its own.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterEach, test } from 'vitest';
import { createFwApp, fw } from '../support/commands.ts';
import { type CookieJar, expectExchange } from '../support/exchange.ts';
import { exchangeOf, type Fence, fencesOf, pageNames, pathOf, readPage } from '../support/pages.ts';
import { type SiteServer, startServer } from '../support/server.ts';

const bin = join(process.cwd(), 'node_modules', '.bin');
const pages = pageNames
  .filter((page) => !page.startsWith('tutorial/'))
  .map((page) => ({ page, fences: fencesOf(readPage(page)) }))
  .filter(({ fences }) => fences.some((fence) => pathOf(fence) !== undefined));

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

test.for(pages)(
  '$page works in a generated project as it says',
  { timeout: 300_000 },
  async ({ page, fences }) => {
    const project = await mkdtemp(join(process.cwd(), 'dist', 'fw-guide-'));
    cleanups.push(() => rm(project, { recursive: true, force: true }));
    await execa('node', [createFwApp, project, '--variant', 'b', '--yes', '--no-install', '--no-git']);
    const reader = new Reader(project, page);
    for (const fence of fences) await reader.follows(fence);
    await reader.ends();
  },
);

/** Follows a page: runs its `fw` commands, writes its files, and sends its requests to the project as it is by then. */
class Reader {
  readonly #project: string;
  readonly #page: string;
  readonly #cookies: CookieJar = new Map();
  readonly #tests: string[] = [];
  #server: SiteServer | undefined;
  /** Whether the last code on the page was a file of the project, and not a program of its own. */
  #inProject = false;
  #changed = true;

  constructor(project: string, page: string) {
    this.#project = project;
    this.#page = page;
  }

  async follows(fence: Fence): Promise<void> {
    const path = pathOf(fence);
    if (path !== undefined) await this.#writes(path, fence.code);
    else if (fence.info === 'ts') this.#inProject = false;
    else if (fence.info === 'sh') await this.#runs(fence.code);
    else if (fence.info === 'http' && this.#inProject) await this.#sends(fence);
  }

  async ends(): Promise<void> {
    if (this.#changed) await this.#compiles();
    if (this.#tests.length > 0)
      await execa(join(bin, 'vitest'), ['run', ...this.#tests], { cwd: this.#project });
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
      const [, command] = /^npx fw ((?:add|generate|db) [^#]*)/.exec(line) ?? [];
      if (command === undefined) continue;
      const args = (command.match(/'[^']*'|\S+/g) ?? []).map((arg) => arg.replace(/^'(.*)'$/, '$1'));
      // The packages are those of the repository.
      if (args[0] === 'add' || /^(?:resource|route)$/.test(args[1] ?? '')) args.push('--no-install');
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

  async #sends(fence: Fence): Promise<void> {
    if (this.#changed) {
      await this.#server?.stop();
      await this.#compiles();
      this.#server = await startServer('node', ['dist/public/index.js'], {
        cwd: this.#project,
        env: { HOST: '127.0.0.1', PORT: '0' },
      });
      cleanups.push(async () => this.#server?.stop());
    }
    const where = `docs/${this.#page}:${fence.line}`;
    await expectExchange(this.#server?.url ?? '', exchangeOf(fence), where, this.#cookies);
  }

  /** As strictly as a project does, and then as for production. */
  async #compiles(): Promise<void> {
    await execa('node', [fw, 'types'], { cwd: this.#project });
    await execa(join(bin, 'tsc'), ['-p', this.#project]);
    await execa(join(bin, 'tsc'), ['-p', join(this.#project, 'tsconfig.build.json')]);
    this.#changed = false;
  }
}
