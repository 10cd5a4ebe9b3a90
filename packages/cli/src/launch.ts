/** The way in which `fw` was started. */
export interface Launch {
  /** The start of a command line on which npm leaves the following flags alone. */
  readonly beginning: string;
  /** The environment to search for flags that npm consumed. */
  readonly env: NodeJS.ProcessEnv;
}

/** The command that runs `fw` in a project. `npx fw` would download a foreign package outside an installed project. */
export const FW_COMMAND: string = process.versions.bun
  ? 'bun run fw'
  : process.versions['deno']
    ? 'deno task fw'
    : 'npm run fw --';

/** Detects from the environment how `fw` was started: by a package script, by npx, or directly. */
export function launchOf(env: NodeJS.ProcessEnv): Launch {
  // Other package managers leave all flags alone.
  if (!FW_COMMAND.startsWith('npm')) return { beginning: FW_COMMAND, env: {} };
  switch (env['npm_lifecycle_event']) {
    // The script is `fw generate`.
    case 'generate':
      return { beginning: 'npm run generate --', env };
    case 'fw':
      return { beginning: FW_COMMAND, env };
    case 'npx':
      // `npx --yes fw …` lets npx install without a prompt.
      return { beginning: 'npx --no-install fw', env: { ...env, npm_config_yes: undefined } };
    default:
      return { beginning: 'fw', env: {} };
  }
}
