import { flagLines } from '#command-line/help';
import { FLAGS } from './flags.ts';

/** The output of `--help`. */
export const HELP: string = `Create a project with the Fw middleware framework: a running app with tests.

Usage: npm create fw-app <folder> -- [flags]
       create-fw-app <folder> [flags]

Examples:
  npm create fw-app my-site
      prompt for choices, install, and print how to start the app
  npm create fw-app my-site -- --yes
      skip prompts: variant B and the config layout
  npm create fw-app my-site -- --variant b --dry-run
      show the files without writing them

Flags:
${flagLines(FLAGS)}

In a terminal, create-fw-app prompts for missing choices. Elsewhere the folder and
--variant are required, unless --yes accepts my-site and b.`;
