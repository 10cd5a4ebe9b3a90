import type { ApplicationDescription, RouteDescription } from 'fw-devtools';
import { UsageError } from '#command-line/errors';
import { readArguments } from '#command-line/arguments';
import { type Flag, helpFlag, jsonFlag } from '#command-line/flag';
import type { Command, Run } from '../command.ts';
import { hiderOf } from '../project/hidden.ts';
import { table } from '#command-line/output';
import { findProject } from '../project/project.ts';
import { fullPath, layerName, middlewareText, printResponse, printClose } from '../show/response.ts';
import { applicationOf, inspectProject } from '../project/load-project.ts';
import { placeOf, placeText } from '../show/registered-at.ts';
import { fwCommand } from '../project/typed-command.ts';

const FILTER_FLAGS: readonly Flag[] = [
  { name: 'method', placeholder: '<method>', repeatable: true, help: 'only routes that handle this method' },
  {
    name: 'path',
    placeholder: '<text>',
    repeatable: true,
    help: 'only routes whose path contains this text',
  },
  {
    name: 'name',
    placeholder: '<text>',
    repeatable: true,
    help: 'only routes whose name contains this text',
  },
  {
    name: 'middleware',
    placeholder: '<text>',
    repeatable: true,
    help: 'only routes whose handler or middleware contains this text',
  },
];

export const routesCommand: Command = {
  name: 'routes',
  usage: '[text | match <method> <path>]',
  summary: 'List the routes, or show which route handles a request',
  flags: [...FILTER_FLAGS, jsonFlag, helpFlag],
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

async function list({ args, cwd, output, signal, inspect }: Run): Promise<number> {
  const { positionals, values, switches } = readArguments(args, routesCommand.flags, 1);
  const project = findProject(cwd);
  const application = applicationOf(await inspectProject(project, { signal, inspect }));
  const { root } = project;
  const [text] = positionals;
  const shown = application.routes.filter(
    (route) =>
      has(fullPath(route), values['path']) &&
      has(route.name, values['name']) &&
      has(route.middleware, values['middleware']) &&
      (values['method'] ?? []).every((method) => answers(route, method)) &&
      (text === undefined ||
        [fullPath(route), route.name, route.middleware].some((value) => value.includes(text))),
  );
  if (switches.has('json')) {
    output.json(shown.map((route) => asJson(route, application, root)));
    return 0;
  }
  const { paint, columns } = output;
  const rows = shown.map((route) => [
    route.methods?.join('|') ?? 'any',
    fullPath(route),
    route.name,
    middlewareText(route),
    placeText(placeOf(root, route.origin)),
  ]);
  const [head = '', ...lines] = table(
    [['METHOD', 'PATH', 'NAME', 'HANDLER', 'REGISTERED IN'], ...rows],
    columns,
  );
  output.print(paint('bold', head));
  for (const line of lines) output.print(line);
  for (const route of shown) {
    const hider = hiderOf(route, application, root);
    if (hider !== undefined) output.print(paint('red', `"${route.name}" is hidden by ${hider}.`));
  }
  const all = application.routes.length;
  output.print(
    `\n${shown.length === all ? all : `${shown.length} of ${all}`} ${all === 1 ? 'route' : 'routes'}`,
  );
  return 0;
}

async function match({ args, cwd, output, signal, inspect }: Run): Promise<number> {
  const { positionals, switches } = readArguments(args, [jsonFlag, helpFlag], 3);
  const [, method, path] = positionals;
  if (method === undefined || path === undefined || !path.startsWith('/')) {
    throw new UsageError(
      `fw routes match needs a method and a path, as in: ${fwCommand()} routes match GET /post/42`,
    );
  }
  const project = findProject(cwd);
  const report = await inspectProject(
    project,
    { signal, inspect },
    { explain: [[method.toUpperCase(), path]] },
  );
  const application = applicationOf(report);
  const [explanation] = report.explanations;
  if (explanation === undefined) return 1;
  const { route, params, allowedMethods, close, layers } = explanation;
  if (switches.has('json')) {
    output.json({
      method: explanation.method,
      path: explanation.path,
      route: route === undefined ? null : asJson(route, application, project.root),
      params,
      allowedMethods,
      layers,
      near: close.map(({ route, reason }) => ({ ...asJson(route, application, project.root), reason })),
    });
    return route === undefined ? 1 : 0;
  }
  const { paint } = output;
  printResponse(explanation, project.root, output);
  output.print('\nMiddleware:');
  for (const layer of layers) {
    const name = layerName(layer);
    output.print(`  ${'  '.repeat(layer.depth)}${layer.runs ? paint('cyan', name) : name}  ${layer.reason}`);
  }
  printClose(explanation, output);
  return route === undefined ? 1 : 0;
}

function answers({ methods }: RouteDescription, method: string): boolean {
  const wanted = method.toUpperCase();
  return methods === undefined || methods.includes(wanted) || (wanted === 'HEAD' && methods.includes('GET'));
}

function has(value: string, wanted: readonly string[] = []): boolean {
  return wanted.every((text) => value.includes(text));
}

function asJson(route: RouteDescription, application: ApplicationDescription, root: string): object {
  return {
    methods: route.methods ?? null,
    path: fullPath(route),
    name: route.name,
    middleware: route.middleware,
    defined: route.defined ?? null,
    options: route.options,
    registered: placeOf(root, route.origin) ?? null,
    hiddenBy: hiderOf(route, application, root) ?? null,
  };
}
