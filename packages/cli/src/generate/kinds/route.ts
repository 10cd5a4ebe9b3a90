import type { Answers } from '../../../../command-line/src/flag.ts';
import { UsageError } from '../../../../command-line/src/errors.ts';
import { requestedRoutes, asksForOne, convertedPaths, defaultClass } from '../routes/requested-routes.ts';
import { findGuards } from '../routes/guards.ts';
import { type Generator, listOf } from '../engine/generator.ts';
import { makeRoute } from '../routes/make-route.ts';
import { kebabCase } from '../engine/names.ts';
import { ROUTE_QUESTIONS } from '../routes/route-questions.ts';
import type { Site } from '../../site/site.ts';

export const route: Generator = {
  kind: 'route',
  summary: 'One or more routes with handlers and tests',
  questions: ROUTE_QUESTIONS,
  installs: true,
  examples: [
    'route --path /about',
    String.raw`route --path '/post/{id:\d+}' --class ShowPost --name post`,
    "route --path /post --method POST --contract 'title:string, draft:boolean?'",
    'route --path /post --method PUT --services config --feature blog',
    "route --path /posts --path 'POST /posts' --path '/posts/{id}' --group /api --guard SignedIn",
  ],

  async plan(site, answers, change) {
    const guards = findGuards(site, change, listOf(answers['guard']));
    const named = await namedRoutes(site, answers);
    const made = [];
    for (const route of named) made.push(await makeRoute(site, change, answers, route, guards));
    for (const { register } of made) register();
    return {
      routes: made.flatMap(({ routes }) => routes),
      services: [...new Set([...made.flatMap(({ services }) => services), ...guards.services])],
      known: guards.known,
      notes: convertedPaths(answers),
    };
  },
};

/**
 * The requested routes, each with its name and the class of its handler.
 *
 * @throws UsageError when two routes would have the same class
 */
async function namedRoutes(
  site: Site,
  answers: Answers,
): Promise<{ path: string; methods: readonly string[] | undefined; className: string; name: string }[]> {
  const { group = '' } = answers;
  const classes = new Map<string, string>();
  const named = [];
  for (const asked of requestedRoutes(answers)) {
    const isOne = asksForOne(answers);
    const className = isOne ? (answers['class'] ?? '') : await defaultClass(site, asked, group);
    const shown = `${asked.methods?.join(',') ?? 'any'} ${asked.path}`;
    const other = classes.get(className);
    if (other !== undefined) {
      throw new UsageError(
        `"${other}" and "${shown}" would both have the handler ${className}: generate one of them by itself, with --class.`,
      );
    }
    classes.set(className, shown);
    named.push({ ...asked, className, name: isOne ? (answers['name'] ?? '') : kebabCase(className) });
  }
  return named;
}
