import type { Options as ProcessOptions } from 'execa';
import { FW_FILE } from '#command-line/fw-file';

const COMMIT_MESSAGE = 'Initial commit';

/** The commands that turn a project's folder into a repository with one commit. */
export const GIT_STEPS: readonly string[] = [
  'git init',
  'git add --all',
  `git commit --message "${COMMIT_MESSAGE}"`,
];

/**
 * Creates a repository for a project, with everything that isn't ignored in a first commit.
 *
 * @param site the absolute folder of the project, which is not a repository itself
 * @param signal stops git
 * @returns the reason why it failed, in one line; `undefined` on success
 */
export async function startRepository(project: string, signal: AbortSignal): Promise<string | undefined> {
  // Loaded here, because loading execa takes longer than creating a project.
  const { execa } = await import('execa');
  const run = async (...args: string[]) => {
    const options = {
      cwd: project,
      env: OWN_REPOSITORY,
      stdin: 'ignore',
      reject: false,
      cancelSignal: signal,
    } as const;
    return execa('git', args, options satisfies ProcessOptions);
  };
  const hasDefaultBranch = (await run('config', 'init.defaultBranch')).exitCode === 0;
  const steps = [
    ['init', '--quiet', ...(hasDefaultBranch ? [] : ['--initial-branch', 'main'])],
    ['add', '--all'],
    // Windows has no mode for it.
    ['update-index', '--chmod=+x', FW_FILE],
    // Without the user's hooks, and without a signature, for which git might prompt for a passphrase.
    ['-c', 'core.hooksPath=', '-c', 'commit.gpgSign=false', 'commit', '--quiet', '--message', COMMIT_MESSAGE],
  ];
  for (const step of steps) {
    const { failed, code, stderr, shortMessage } = await run(...step);
    if (!failed) continue;
    if (code === 'ENOENT') return 'git was not found on the PATH';
    return reasonIn(stderr) ?? shortMessage;
  }
  return undefined;
}

/** Inside a git hook these variables name the hook's repository, which git would then use instead. */
const OWN_REPOSITORY: Readonly<Record<string, undefined>> = {
  GIT_DIR: undefined,
  GIT_INDEX_FILE: undefined,
  GIT_PREFIX: undefined,
  GIT_WORK_TREE: undefined,
};

function reasonIn(stderr: string): string | undefined {
  const lines = stderr.split(/\r?\n/).map((line) => line.trim());
  const line = lines.find((line) => line.startsWith('fatal:')) ?? lines.find((line) => line !== '');
  return line?.replace(/^(fatal|error): */, '');
}
