import { UsageError } from '../../errors.ts';
import { readArguments } from '../../command-line/arguments.ts';
import { helpFlag, jsonFlag } from '../../command-line/flag.ts';
import type { Flag } from '../../command-line/flag.ts';
import type { Command, Run } from '../command.ts';
import type { Place, RouteReport } from '../inspect/report.ts';
import { table } from '../../command-line/output.ts';
import { findSite } from '../site.ts';
import { nearMisses } from './closeness.ts';
import { lookAt, refuseFaults } from './load-site.ts';
import { Registrations } from './registered-at.ts';

const filters: readonly Flag[] = [
  { name: 'method', placeholder: '<method>', help: 'only routes that answer this method' },
  { name: 'path', placeholder: '<text>', help: 'only routes with this in their path' },
  { name: 'name', placeholder: '<text>', help: 'only routes with this in their name' },
  { name: 'middleware', placeholder: '<text>', help: 'only routes with this in what they run' },
];

export const routesCommand: Command = {
  name: 'routes',
  usage: '[text | match <method> <path>]',
  summary: 'shows the routes as the router has them, or which of them answers a request',
  flags: [...filters, jsonFlag, helpFlag],
  words: ['match'],
  examples: [
    'fw routes',
    'fw routes /blog --method POST',
    'fw routes --json',
    'fw routes match GET /post/42',
  ],
  wordCount: (args) => (isMatch(args) ? 3 : 0),
  run: (run) => (isMatch(run.args) ? match(run) : list(run)),
};

function isMatch(args: readonly string[]): boolean {
  return args.find((argument) => !argument.startsWith('-')) === 'match';
}

async function list({ args, cwd, output, signal }: Run): Promise<number> {
  const { positionals, values, switches } = readArguments(args, routesCommand.flags, 1);
  const site = findSite(cwd);
  const looking = lookAt(site, signal);
  // Read meanwhile, while the site loads in its own process.
  const registrations = new Registrations(site.root);
  const report = await looking;
  refuseFaults(report);
  const [text] = positionals;
  const shown = report.routes.filter(
    (route) =>
      has(fullPath(route), values['path']) &&
      has(route.name, values['name']) &&
      has(route.middleware, values['middleware']) &&
      (values['method'] ?? []).every((method) => answers(route, method)) &&
      (text === undefined ||
        [fullPath(route), route.name, route.middleware].some((value) => value.includes(text))),
  );
  if (switches.has('json')) {
    output.print(
      JSON.stringify(
        shown.map((route) => asJson(route, registrations.placeOf(route))),
        null,
        2,
      ),
    );
    return 0;
  }
  const { paint } = output;
  const rows = shown.map((route) => [
    route.methods?.join('|') ?? 'any',
    fullPath(route),
    route.name,
    route.middleware,
    placeText(registrations.placeOf(route)),
  ]);
  const [head = '', ...lines] = table([['METHOD', 'PATH', 'NAME', 'MIDDLEWARE', 'REGISTERED'], ...rows]);
  output.print(paint('bold', head));
  for (const line of lines) output.print(line);
  for (const { name, hiddenBy } of shown) {
    if (hiddenBy !== undefined) output.print(paint('red', `"${name}" is hidden by ${hiddenBy}.`));
  }
  const all = report.routes.length;
  output.print(
    `\n${shown.length === all ? all : `${shown.length} of ${all}`} ${all === 1 ? 'route' : 'routes'}`,
  );
  return 0;
}

async function match({ args, cwd, output, signal }: Run): Promise<number> {
  const { positionals, switches } = readArguments(args, [jsonFlag, helpFlag], 3);
  const [, method, path] = positionals;
  if (method === undefined || path === undefined || !path.startsWith('/')) {
    throw new UsageError('fw routes match takes a method and a path, as in: fw routes match GET /post/42');
  }
  const site = findSite(cwd);
  const looking = lookAt(site, signal, { matches: [{ method: method.toUpperCase(), path }] });
  const registrations = new Registrations(site.root);
  const report = await looking;
  refuseFaults(report);
  const [matched] = report.matches;
  if (matched === undefined) return 1;
  const route = report.routes[matched.route ?? -1];
  const misses = nearMisses(report.routes, matched.method, matched.path, route);
  if (switches.has('json')) {
    const near = misses.map(({ route, reason }) => ({
      ...asJson(route, registrations.placeOf(route)),
      reason,
    }));
    const found = route === undefined ? null : asJson(route, registrations.placeOf(route));
    const { params, allowedMethods } = matched;
    output.print(
      JSON.stringify(
        { method: matched.method, path: matched.path, route: found, params, allowedMethods, near },
        null,
        2,
      ),
    );
    return route === undefined ? 1 : 0;
  }
  const { paint } = output;
  if (route !== undefined) {
    output.print(`${paint('green', `"${route.name}" answers`)} ${matched.method} ${matched.path}`);
    output.print(`  ${describe(route, registrations.placeOf(route))}`);
    for (const [name, value] of Object.entries(matched.params))
      output.print(`  ${name} = ${JSON.stringify(value)}`);
  } else if (matched.allowedMethods === undefined) {
    output.print(paint('red', `No route answers ${matched.method} ${matched.path}: 404`));
  } else {
    const allowed = matched.allowedMethods.join(', ');
    output.print(
      paint('red', `No route answers ${matched.method} ${matched.path}: 405, allowed are ${allowed}`),
    );
  }
  if (misses.length > 0) output.print('\nClose, but not it:');
  for (const { route, reason } of misses) output.print(`  ${describe(route, undefined)}  ${reason}`);
  return route === undefined ? 1 : 0;
}

function describe(route: RouteReport, place: Place | undefined): string {
  const parts = [route.methods?.join('|') ?? 'any', fullPath(route), `"${route.name}"`];
  return [...parts, ...(place === undefined ? [] : [route.middleware, placeText(place)])].join('  ');
}

function fullPath({ prefix, path }: RouteReport): string {
  return prefix !== '' && path === '/' ? prefix : prefix + path;
}

function answers({ methods }: RouteReport, method: string): boolean {
  const wanted = method.toUpperCase();
  return methods === undefined || methods.includes(wanted) || (wanted === 'HEAD' && methods.includes('GET'));
}

function has(value: string, wanted: readonly string[] = []): boolean {
  return wanted.every((text) => value.includes(text));
}

function placeText(place: Place | undefined): string {
  return place === undefined ? '' : `${place.file}:${place.line}`;
}

function asJson(route: RouteReport, place: Place | undefined): object {
  return {
    methods: route.methods ?? null,
    path: fullPath(route),
    name: route.name,
    middleware: route.middleware,
    options: route.options,
    registered: place ?? null,
    hiddenBy: route.hiddenBy ?? null,
  };
}
