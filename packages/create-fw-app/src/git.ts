import type { Options as ProcessOptions } from 'execa';

const COMMIT_MESSAGE = 'Initial commit';

/** The commands that make a site's folder a repository with one commit, as a person types them. */
export const GIT_STEPS: readonly string[] = [
  'git init',
  'git add --all',
  `git commit --message "${COMMIT_MESSAGE}"`,
];

/**
 * Makes a repository of a site, with everything that is not ignored in a first commit.
 *
 * @param site the folder of the site, absolute, and not a repository itself
 * @param signal stops git
 * @returns the reason why it failed, in one line; `undefined` when it did not
 */
export async function startRepository(site: string, signal: AbortSignal): Promise<string | undefined> {
  // Loaded here, because loading it takes longer than laying down a site.
  const { execa } = await import('execa');
  const run = async (...args: string[]) => {
    const options = {
      cwd: site,
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
    // Without the user's hooks, and without a signature, for which git might ask for a passphrase.
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
