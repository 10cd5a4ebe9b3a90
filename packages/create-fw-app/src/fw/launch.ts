/** How `fw` was started. */
export interface Launch {
  /** What to type so that npm leaves alone what comes behind it. */
  readonly beginning: string;
  /** Where to look for flags that npm took for its own. */
  readonly env: NodeJS.ProcessEnv;
}

/** The command that runs `fw` in a project. `npx fw` would download a foreign package outside an installed project. */
export const FW_COMMAND: string = process.versions.bun
  ? 'bun run fw'
  : process.versions['deno']
    ? 'deno task fw'
    : 'npm run fw --';

/** Tells from the environment how `fw` was started: by a script of the site, by npx, or else by itself. */
export function launchOf(env: NodeJS.ProcessEnv): Launch {
  // They leave all flags alone.
  if (!FW_COMMAND.startsWith('npm')) return { beginning: FW_COMMAND, env: {} };
  switch (env['npm_lifecycle_event']) {
    // The script is `fw generate`.
    case 'generate':
      return { beginning: 'npm run generate --', env };
    case 'fw':
      return { beginning: FW_COMMAND, env };
    case 'npx':
      // `npx --yes fw …` lets npx install without a question.
      return { beginning: 'npx --no-install fw', env: { ...env, npm_config_yes: undefined } };
    default:
      return { beginning: 'fw', env: {} };
  }
}
