import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demonstration } from './demonstration.ts';
import { compileExamples, writeExamples } from './examples.ts';
import { type Exchange, exchangeOf, fencesOf, pageNames, readPage, slugOf, typeOf } from './pages.ts';
import { startServer } from './server.ts';

/** A program or a test on a page of docs/, with the exchanges that are shown below it. */
export interface Example {
  readonly name: string;
  readonly code: string;
  readonly isTest: boolean;
  readonly exchanges: Exchange[];
}

/** Programs that are served, each on a port of its own. */
export interface ServedExamples {
  /** @throws Error with the output if the program did not start */
  urlOf(name: string): string;
  /** @returns the exit code */
  stop(): Promise<number | null>;
  /** Stops them, and removes the written files. */
  remove(): Promise<void>;
}

/** All programs and tests of docs/. */
export const shownExamples: readonly Example[] = pageNames.flatMap(examplesOf);

/** Serves programs in one process, which starts eighty times sooner than eighty. */
export async function serveExamples(examples: readonly Example[]): Promise<ServedExamples> {
  if (examples.length === 0) return noExamples;
  const folder = await writeExamples(Object.fromEntries(examples.map(({ name, code }) => [name, code])));
  await compileExamples(folder);
  await writeFile(join(folder, 'serve-all.js'), serveAll);
  const server = await startServer(process.execPath, ['serve-all.js', ...examples.map(({ name }) => name)], {
    cwd: folder,
    env: { ...demonstration, HOST: '127.0.0.1', PORT: '0' },
  });
  if (!server.output().includes(allBegun)) await server.printed(allBegun);
  return {
    urlOf(name) {
      const [, url] = new RegExp(`^${name} is at (http.*)$`, 'm').exec(server.output()) ?? [];
      if (url === undefined) throw new Error(`${name} did not start:\n${server.output()}`);
      return url;
    },
    stop: () => server.stop(),
    async remove() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** `PAGE` may name a page without programs. */
const noExamples: ServedExamples = {
  urlOf(name) {
    throw new Error(`${name} did not start`);
  },
  stop: async () => 0,
  remove: async () => {},
};

const allBegun = 'All have begun.';
/** Starts each program, and prints where it listens or why it doesn't. */
const serveAll = `const { log } = console;
let onListening;
console.log = (text, ...more) => {
  log(text, ...more);
  const [, url] = /^Listening on (\\S+)/.exec(text) ?? [];
  if (url) onListening?.(url);
};
for (const name of process.argv.slice(2)) {
  const listening = new Promise((resolve) => (onListening = resolve));
  const url = await import('./' + name + '.js').then(() => listening, (error) => error.stack);
  log(name + ' is at ' + url);
}
log('${allBegun}');
`;

function examplesOf(page: string): Example[] {
  const found: Example[] = [];
  let current: Example | undefined;
  for (const fence of fencesOf(readPage(page))) {
    if (fence.info === 'http') current?.exchanges.push(exchangeOf(fence));
    if (fence.info !== 'ts') continue;
    const type = typeOf(fence);
    current =
      type === 'file'
        ? undefined
        : {
            name: `${slugOf(page)}-${found.length + 1}`,
            code: fence.code,
            isTest: type === 'test',
            exchanges: [],
          };
    if (current !== undefined) found.push(current);
  }
  return found;
}
