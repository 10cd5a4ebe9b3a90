import type { Answers } from '#command-line/flag';
import { UsageError } from '#command-line/errors';
import { quoted } from '../../edit/code.ts';
import type { Import } from '../../edit/imports.ts';
import { addToResource, type ExportedResource, resourcesIn } from '../../edit/resource-edit.ts';
import type { TextStyle } from '../../edit/text-style.ts';
import type { Project } from '../../project/project.ts';
import { GENERATED_STYLE, withinQuotes } from '../contract/print-object.ts';
import type { Change } from '../engine/change.ts';
import { type Expectation, type GeneratedProject, listOf } from '../engine/generator.ts';
import { camelCase, kebabCase, pascalCase, sentenceCase } from '../engine/names.ts';
import { render } from '../engine/render.ts';
import { testImports } from '../engine/class-files.ts';
import { exportsOf } from '../engine/exports.ts';
import { injectedServices } from '../engine/injection.ts';
import {
  type ResponseKind,
  defaultResponse,
  handlerFunction,
  hasBody,
  statusOf,
} from './handler-responses.ts';
import { readRequested, type RequestedRoute, VERBS, wholePath, wordsOf } from '../engine/requested-routes.ts';
import { tokensOf } from './route-answers.ts';
import { routeContract } from './route-contract.ts';
import { wholeName } from './route-registration.ts';

/** A resource of the project. */
export interface ProjectResource extends ExportedResource {
  /** As in `src/posts/post-routes.ts`. */
  readonly file: string;
  readonly module: string;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The resource whose paths a requested path continues; undefined without such a resource, or for several methods. */
export function resourceFor(
  project: Project,
  files: Pick<Change, 'read'>,
  { path, methods = [] }: RequestedRoute,
): ProjectResource | undefined {
  const [method = '', ...others] = methods;
  if (others.length > 0 || !METHODS.has(method)) return undefined;
  const modules = new Map(exportsOf(project, files).map(({ file, module }) => [file, module]));
  const all = [...modules].flatMap(([file, module]) =>
    resourcesIn(files.read(file) ?? '', file).map((found) => ({ ...found, file, module })),
  );
  const matching = all.filter(({ prefix }) => `${path}/`.startsWith(`${prefix.replace(/\/$/, '')}/`));
  return matching.toSorted((one, other) => other.prefix.length - one.prefix.length)[0];
}

/** The key of a route in a resource: that of the same route if there is one, or created from its method and the rest of its path. */
export async function defaultKey(
  project: GeneratedProject,
  { prefix, routes }: ExportedResource,
  requested: RequestedRoute,
  tokens: Readonly<Record<string, string>>,
): Promise<string> {
  const rest = withConstraints(prefix, restOf(prefix, requested.path), tokens);
  const { placeholders } = await readRequested(project, { ...requested, path: rest }, '', {});
  const [method = 'GET'] = requested.methods ?? [];
  const same = routes.find((each) => each.method === method.toLowerCase() && each.path === rest);
  if (same !== undefined) return same.key;
  const words = wordsOf(rest, placeholders);
  const read = placeholders.length > 0 ? 'show' : 'list';
  const verb = method === 'GET' ? read : (VERBS[method] ?? method.toLowerCase());
  const plain = camelCase(words.join(' '));
  const isPlain =
    plain !== '' && (method === 'GET' || method === 'POST') && !routes.some(({ key }) => key === plain);
  return isPlain ? plain : camelCase([verb, ...words].join(' '));
}

/**
 * Adds a route to a resource, with a test.
 *
 * @throws UsageError when an answer doesn't fit a resource
 */
export async function addResourceRoute(
  project: GeneratedProject,
  change: Change,
  answers: Answers,
  resource: ProjectResource,
  requested: RequestedRoute & { readonly key: string },
): Promise<Required<Pick<Expectation, 'routes' | 'services'>>> {
  const { group = '', feature = '' } = answers;
  const { constant, file, module, key } = { ...resource, ...requested };
  rejectGuards(answers, resource);
  const rest = withConstraints(resource.prefix, restOf(resource.prefix, requested.path), tokensOf(answers));
  const route = await readRequested(
    project,
    { ...requested, path: rest === '/' ? resource.prefix : resource.prefix + rest },
    '',
    {},
  );
  if (route.sample === undefined) {
    throw new UsageError(
      '--path: No values are known that its placeholders accept, which the test needs: loosen its constraints.',
    );
  }
  const [method = 'GET'] = requested.methods ?? [];
  const title = sentenceCase(`${key} ${resource.name}`);
  const kind =
    (answers['answer'] as ResponseKind | undefined) ??
    defaultResponse(route, (answers['contract'] ?? '') !== '');
  const name = `${resource.name}.${key}`;
  if (kind === 'template') {
    throw new UsageError(
      `--answer: a page has a handler of its own: pass --class ${pascalCase(`show ${name}`)}.`,
    );
  }
  const checked = routeContract(project, change, answers, {
    ...route,
    className: pascalCase(key),
    title,
    kind,
  });
  const { imports, input, expression } =
    (kind === 'json' ? checked?.jsonFunction : undefined) ?? handlerFunction(kind, route, title);
  const injected = injectedServices(project, change, listOf(answers['services']));
  const schema = `${pascalCase(key)}${checked?.declares[0] ?? ''}`;
  const definition = (checked?.definition ?? [`summary: '${title}',`]).map((line) =>
    line.replace(/\b(Body|Query)\b/g, () => schema),
  );
  const text = change.read(file) ?? '';
  const used: Import[] = [
    ...imports.map((imported) => ({ name: imported, from: project.runtime })),
    ...(checked === undefined
      ? []
      : checked.uses.filter(
          ({ name: used }) => used !== 'contract' && !(used.startsWith('* as') && text.includes(used)),
        )),
    ...injected.flatMap(({ imported }) => imported ?? []),
  ];
  const entry = {
    key,
    method: method.toLowerCase(),
    path: rest,
    services: injected.map(({ code }) => code),
    before: checked === undefined ? '' : `${checked.schema.replace(/^const \w+/, `const ${schema}`)}\n`,
    print: (code: string, style: TextStyle, indentation: string) =>
      [
        `${key}: ${code}(${quoted(rest, style)}, {`,
        ...definition.map(
          (line) => `${indentation}${style.indent}${line.replaceAll('\n', style.eol + indentation)}`,
        ),
        `${indentation}}).handle(${functionOf(resource, injected, input, expression)})`,
      ].join(style.eol),
  };
  const snippet = entry.print(`route.${entry.method}`, GENERATED_STYLE, '    ');
  change.edit(file, '', (before) => addToResource(before, file, constant, entry), snippet, used);
  const whole = wholeName(project, change, { group, name, feature });
  const sample = route.sample.path;
  const testFile = `test/${feature === '' ? '' : `${feature}/`}${kebabCase(name)}.test.ts`;
  change.create(
    testFile,
    await render('route/test.ts', {
      runtime: project.runtime,
      ...testImports(feature),
      exported: constant,
      module,
      isResource: true,
      subject: name,
      routeName: whole,
      methods: [method],
      method,
      routed: withinQuotes(wholePath(group, sample)),
      sample: withinQuotes(sample),
      input: checked?.test,
      schemas: checked?.schemas,
      sendsJson: checked === undefined && kind === 'json' && hasBody([method]),
      status: statusOf(kind, [method]),
    }),
  );
  return {
    routes: [{ name: whole, method, path: wholePath(group, sample) }],
    services: injected.flatMap(({ id }) => id ?? []),
  };
}

function rejectGuards({ guard = '' }: Answers, { constant, file }: ProjectResource): void {
  if (listOf(guard).length === 0) return;
  throw new UsageError(
    `--guard: ${constant} in ${file} has this path, and its middleware is where it is registered: use a group there, or pass --class for a route by itself.`,
  );
}

function restOf(prefix: string, path: string): string {
  return path.slice(prefix.replace(/\/$/, '').length) || '/';
}

/** The path with constraints in its placeholders. */
function withConstraints(prefix: string, rest: string, tokens: Readonly<Record<string, string>>): string {
  return Object.entries(tokens).reduce((path, [name, constraint]) => {
    if (path.includes(`{${name}}`)) return path.replace(`{${name}}`, `{${name}:${constraint}}`);
    throw new UsageError(
      `--token: {${name}} is in the prefix ${prefix} or has a constraint already: write it into the path.`,
    );
  }, rest);
}

/** The function of a handler, which gets the services of its resource in order. */
function functionOf(
  { services }: ExportedResource,
  injected: readonly { readonly code: string; readonly field: string }[],
  input: readonly string[],
  expression: string,
): string {
  const all = [...new Set([...services, ...injected.map(({ code }) => code)])];
  const last = Math.max(-1, ...injected.map(({ code }) => all.indexOf(code)));
  const names = all.slice(0, last + 1).map((code) => {
    const own = injected.find((each) => each.code === code);
    return own?.field ?? `_${camelCase(code)}`;
  });
  const first = input.length === 0 ? (names.length === 0 ? [] : ['_input']) : [`{ ${input.join(', ')} }`];
  const isAsync = expression.includes('await ');
  return `${isAsync ? 'async ' : ''}(${[...first, ...names].join(', ')}) => ${expression}`;
}
