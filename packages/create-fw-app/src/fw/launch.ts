/** How `fw` was started. */
export interface Launch {
  /** What to type so that npm leaves alone what comes behind it. */
  readonly beginning: string;
  /** Where to look for flags that npm took for its own. */
  readonly env: NodeJS.ProcessEnv;
}

/** What runs a program of a package in a site, on the runtime that runs this one: Bun and Deno know no `npx`. */
export const runner: string = process.versions.bun
  ? 'bun run'
  : process.versions['deno']
    ? 'deno task'
    : 'npx';

/** Tells from the environment how `fw` was started: by a script of the site, by npx, or else by itself. */
export function launchOf(env: NodeJS.ProcessEnv): Launch {
  // They leave all flags alone.
  if (runner !== 'npx') return { beginning: `${runner} fw`, env: {} };
  switch (env['npm_lifecycle_event']) {
    // The script is `fw generate`.
    case 'generate':
      return { beginning: 'npm run generate --', env };
    case 'fw':
      return { beginning: 'npm run fw --', env };
    case 'npx':
      // `npx --yes fw …` lets npx install without a question.
      return { beginning: 'npx fw', env: { ...env, npm_config_yes: undefined } };
    default:
      return { beginning: 'fw', env: {} };
  }
}
