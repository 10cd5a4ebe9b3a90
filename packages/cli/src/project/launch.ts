import { fwCommandOf } from '#command-line/fw-file';

/** The way in which `fw` was started. */
export interface Launch {
  /** The start of a command line on which npm leaves the following flags alone. */
  readonly beginning: string;
  /** The environment to search for flags that npm consumed. */
  readonly env: NodeJS.ProcessEnv;
}

/** The command that runs `fw` in the root of a project, on the runtime that runs it now. */
export const COMMAND: string = fwCommandOf({
  target: process.versions.bun ? 'bun' : process.versions['deno'] ? 'deno' : 'node',
});

/** Detects from the environment how `fw` was started: by a package script, by npx, or directly. */
export function launchOf(env: NodeJS.ProcessEnv): Launch {
  const directly = { beginning: COMMAND, env: {} };
  // Other package managers leave all flags alone.
  if (COMMAND !== 'node fw') return directly;
  switch (env['npm_lifecycle_event']) {
    // The script is `node fw generate`.
    case 'generate':
      return { beginning: 'npm run generate --', env };
    case 'fw':
      return { beginning: 'npm run fw --', env };
    case 'npx':
      // `npx --yes fw …` lets npx install without a prompt.
      return { beginning: 'npx --no-install fw', env: { ...env, npm_config_yes: undefined } };
    default:
      return directly;
  }
}
