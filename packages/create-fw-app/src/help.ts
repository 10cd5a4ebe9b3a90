import { type Choice, explained, forms, packageManagers, routers, valuesOf, variants } from './choices.ts';
import { defaultDirectory } from './questions.ts';

function explanation(choice: Choice<string>): string {
  const lines = explained(choice).map(([value, line]) => `      ${value.padEnd(14)}  ${line}`);
  return lines.join('\n');
}

/** What `--help` prints. */
export const help: string = `Makes a site of the Fw middleware framework: a folder that runs, with its tests.

Usage: npm create fw-app <folder> -- [flags]
       create-fw-app <folder> [flags]

Examples:
  npm create fw-app my-site
      asks what it should know, then installs and says how to start the site
  npm create fw-app my-site -- --variant a --form programmatic --yes
      asks nothing
  npm create fw-app my-site -- --variant b --dry-run
      shows the files, and writes none

What the site is like:
  --variant <a|b>     the shape of a middleware
${explanation(variants)}
  --form <form>       where routes and pipeline are said
${explanation(forms)}
  --router <router>   what finds the route of a request
${explanation(routers)}

What is done:
  <folder>            where the site goes: a new or an empty folder, "." for this one
  --overwrite         empty the folder first; its .git stays
  --package-manager <${valuesOf(packageManagers).join('|')}>
                      what installs: that which started this program, unless given
  --install, --no-install
                      install the dependencies, or leave that for later
  --git, --no-git     make a git repository with a first commit, or not;
                      the default is to make one, but not inside another
  --dry-run           show what would be made, and write nothing
  --json              tell programs: the plan, the files, what to run next; ask nothing
  -y, --yes           ask nothing: ${defaultDirectory}, ${variants.fallback}, ${forms.fallback} and ${routers.fallback}, unless given
  -h, --help          print this text
  -v, --version       print the version

What is missing is asked for on a terminal. Elsewhere only the folder and --variant have to be given.
`;
