import { flagLines } from './command-line/help.ts';
import { FLAGS } from './flags.ts';

/** The output of `--help`. */
export const HELP: string = `Makes a site of the Fw middleware framework: a folder that runs, with its tests.

Usage: npm create fw-app <folder> -- [flags]
       create-fw-app <folder> [flags]

Examples:
  npm create fw-app my-site
      asks what it should know, then installs and says how to start the site
  npm create fw-app my-site -- --variant a --form programmatic --yes
      asks nothing
  npm create fw-app my-site -- --variant b --dry-run
      shows the files, and writes none

Flags:
${flagLines(FLAGS)}

What is missing is asked for on a terminal. Elsewhere only the folder and --variant have to be given.`;
