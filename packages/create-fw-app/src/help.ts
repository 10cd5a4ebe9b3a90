import { flagLines } from '../../command-line/src/help.ts';
import { FLAGS } from './flags.ts';

/** The output of `--help`. */
export const HELP: string = `Creates a project with the Fw middleware framework: an app that runs, with its tests.

Usage: npm create fw-app <folder> -- [flags]
       create-fw-app <folder> [flags]

Examples:
  npm create fw-app my-site
      prompts for choices, then installs and prints how to start the app
  npm create fw-app my-site -- --yes
      without prompts: variant B and the layout config
  npm create fw-app my-site -- --variant b --dry-run
      shows the files without writing them

Flags:
${flagLines(FLAGS)}

Missing choices are prompted for on a terminal. Elsewhere the folder and --variant are
required, unless --yes accepts my-site and b.`;
