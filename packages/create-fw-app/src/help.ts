import { type Choice, explained, forms, routers, variants } from './choices.ts';
import { defaultDirectory } from './questions.ts';

function explanation(choice: Choice<string>): string {
  const lines = explained(choice).map(
    ([value, line]) => `                         ${value.padEnd(14)}  ${line}`,
  );
  return lines.join('\n');
}

/** What `--help` prints. */
export const help: string = `Lays down a site of the Fw middleware framework.

Usage: npm create fw-app <folder> -- [flags]
       create-fw-app <folder> [flags]

  <folder>             where the site goes: a new or an empty folder, "." for this one
  --variant <a|b>      the shape of a middleware:
${explanation(variants)}
  --form <form>        where routes and pipeline are said:
${explanation(forms)}
  --router <router>    what finds the route of a request:
${explanation(routers)}
  -y, --yes            ask nothing: ${defaultDirectory}, ${variants.fallback}, ${forms.fallback} and ${routers.fallback}, unless given
  --no-install         do not install the dependencies
  -h, --help           print this text
  -v, --version        print the version

What is missing is asked for on a terminal. Elsewhere the folder and the variant have to be given.
`;
