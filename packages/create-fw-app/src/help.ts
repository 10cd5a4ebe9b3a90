import { defaultDirectory } from './questions.ts';
import { defaultVariant, variantLines } from './variant.ts';

const variants = Object.entries(variantLines)
  .map(([name, line]) => `                       ${name}  ${line}`)
  .join('\n');

/** What `--help` prints. */
export const help: string = `Lays down a site of the Fw middleware framework.

Usage: npm create fw-app <folder> -- [flags]
       create-fw-app <folder> [flags]

  <folder>           where the site goes: a new or an empty folder, "." for this one
  --variant <a|b>    the shape of a middleware:
${variants}
  -y, --yes          ask nothing: ${defaultDirectory} and variant ${defaultVariant}, unless given
  --no-install       do not install the dependencies
  -h, --help         print this text
  -v, --version      print the version

What is missing is asked for on a terminal, and is an error elsewhere.
`;
