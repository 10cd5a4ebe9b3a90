import { chmod, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { emptyFolder } from './folders.ts';

export interface Ended {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** This environment without the variables of npm, a build server or the test runner, and with an author. */
export function cleanEnvironment(): Record<string, string> {
  const foreign = /^(npm_|FW_|GIT_|FORCE_COLOR$|NO_COLOR$|CI$|VITEST|NODE_ENV$)/i;
  const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const author = { NAME: 'Somebody', EMAIL: 'somebody@example.com' };
  return {
    ...(Object.fromEntries(inherited) as Record<string, string>),
    GIT_AUTHOR_NAME: author.NAME,
    GIT_AUTHOR_EMAIL: author.EMAIL,
    GIT_COMMITTER_NAME: author.NAME,
    GIT_COMMITTER_EMAIL: author.EMAIL,
  };
}

/** An environment in which `name` is a Node program with the given source. */
export async function fakeProgram(name: string, source: string): Promise<Record<string, string>> {
  const folder = await emptyFolder();
  const file = join(folder, name);
  await writeFile(file, `#!${process.execPath}\n${source}`);
  await chmod(file, 0o755);
  return { PATH: [folder, process.env.PATH].join(delimiter) };
}
