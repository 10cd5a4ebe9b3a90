import type { Answers } from '#command-line/flag';
import { UsageError } from '#command-line/errors';
import {
  isSingle,
  convertedPaths,
  defaultClass,
  type RequestedRoute,
  requestedRoutes,
} from '../engine/requested-routes.ts';
import { addResourceRoute, defaultKey, resourceFor, type ProjectResource } from '../route/resource-route.ts';
import { findGuards } from '../engine/guards.ts';
import { type GeneratedProject, type Generator, listOf } from '../engine/generator.ts';
import { makeRoute, type NamedRoute } from '../route/make-route.ts';
import { kebabCase } from '../engine/names.ts';
import { tokensOf } from '../route/route-answers.ts';
import { constantFor } from '../resource/resource-names.ts';
import { ROUTE_QUESTIONS } from '../route/route-questions.ts';

export const route: Generator = {
  kind: 'route',
  summary: 'Generate one or more routes with handlers and tests',
  questions: ROUTE_QUESTIONS,
  installs: true,
  examples: [
    'route --path /about',
    String.raw`route --path '/post/{id:\d+}' --class ShowPost --name post`,
    "route --path /post --method POST --contract 'title:string, draft:boolean?'",
    'route --path /post --method PUT --services config --feature blog',
    "route --path /posts --path 'POST /posts' --path '/posts/{id}' --group /api --guard SignedIn",
  ],

  async plan(project, answers, change) {
    const own: RequestedRoute[] = [];
    const added = [];
    for (const one of requestedRoutes(answers)) {
      const found = (answers['class'] ?? '') === '' ? resourceFor(project, change, one) : undefined;
      if (found === undefined) own.push(one);
      else {
        const key = isSingle(answers)
          ? keyIn(found, answers)
          : await defaultKey(project, found, one, tokensOf(answers));
        added.push(await addResourceRoute(project, change, answers, found, { ...one, key }));
      }
    }
    const guards = findGuards(project, change, listOf(answers['guard']));
    const named = await namedRoutes(project, answers, own);
    const created = [];
    for (const route of named) created.push(await makeRoute(project, change, answers, route, guards));
    for (const { register } of created) register();
    const all = [...added, ...created];
    return {
      routes: all.flatMap(({ routes }) => routes),
      services: [...new Set([...all.flatMap(({ services }) => services), ...guards.services])],
      known: guards.known,
      notes: convertedPaths(answers),
    };
  },
};

/**
 * The key of a route in its resource, from the name of the route.
 *
 * @throws UsageError when the name begins with another resource, or has no key
 */
function keyIn({ name: resource, constant, file }: ProjectResource, { name = '' }: Answers): string {
  const key = name.startsWith(`${resource}.`) ? name.slice(resource.length + 1) : name;
  if (/^[A-Za-z_$][\w$]*$/.test(key)) return key;
  throw new UsageError(
    `--name: the path belongs to the resource ${constant} in ${file}: start its name with "${resource}.", as in ${resource}.publish.`,
  );
}

/**
 * The requested routes, each with its name and the name of its handler.
 *
 * @throws UsageError when two routes would have the same class
 */
async function namedRoutes(
  project: GeneratedProject,
  answers: Answers,
  requested: readonly RequestedRoute[],
): Promise<NamedRoute[]> {
  const { group = '', class: given = '' } = answers;
  const classes = new Map<string, string>();
  const named = [];
  for (const one of requested) {
    const isOne = isSingle(answers);
    const className = isOne && given !== '' ? given : await defaultClass(project, one, group);
    const constant = isOne && given !== '' ? undefined : constantFor(className);
    const shown = `${one.methods?.join(',') ?? 'any'} ${one.path}`;
    const other = classes.get(className);
    if (other !== undefined) {
      throw new UsageError(
        `"${other}" and "${shown}" would both have the handler ${constantFor(className)}: generate one of them by itself, with --class.`,
      );
    }
    classes.set(className, shown);
    named.push({
      ...one,
      className,
      constant,
      name: isOne ? (answers['name'] ?? '') : kebabCase(className),
    });
  }
  return named;
}
