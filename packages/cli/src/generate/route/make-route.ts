import type { PlaceholderDescription } from 'fw-devtools';
import type { Answers } from '#command-line/flag';
import { CommandError } from '#command-line/errors';
import { printCode, printKey, quoted } from '../../edit/code.ts';
import type { Import } from '../../edit/imports.ts';
import type { Project } from '../../project/project.ts';
import { type ReadRoute, type RequestedRoute, readRequested, wholePath } from '../engine/requested-routes.ts';
import type { Change } from '../engine/change.ts';
import { type Expectation, type GeneratedProject, listOf } from '../engine/generator.ts';
import { GENERATED_STYLE, withinQuotes } from '../contract/print-object.ts';
import { routeContract } from './route-contract.ts';
import type { Guards } from '../engine/guards.ts';
import {
  type ResponseKind,
  defaultResponse,
  type HandlerBody,
  handlerBody,
  type HandlerFunction,
  handlerFunction,
  hasBody,
  statusOf,
} from './handler-responses.ts';
import { makeClass } from '../engine/make-class.ts';
import { camelCase, kebabCase, sentenceCase } from '../engine/names.ts';
import { render } from '../engine/render.ts';
import { tokensOf } from './route-answers.ts';
import { registerRoute, wholeName } from './route-registration.ts';

/** A route with its name and the name of its handler. */
export interface NamedRoute extends RequestedRoute {
  /** The class; or its file in PascalCase when the handler is a function. */
  readonly className: string;
  /** The constant of the handler; undefined for a class. */
  readonly constant: string | undefined;
  readonly name: string;
}

export interface CreatedRoute extends Required<Pick<Expectation, 'routes' | 'services'>> {
  /** Registers the route; separate, so that created files are listed before edited files. */
  readonly register: () => void;
}

/**
 * Generates the handler of a route and its test.
 *
 * @throws CommandError when no matching path is known
 */
export async function makeRoute(
  project: GeneratedProject,
  change: Change,
  answers: Answers,
  { className, constant, name, ...requested }: NamedRoute,
  guards: Guards,
): Promise<CreatedRoute> {
  const { feature = '', group = '' } = answers;
  const route = await readRequested(project, requested, group, tokensOf(answers));
  const { path, methods, own, placeholders, sample } = route;
  if (sample === undefined) {
    throw new CommandError(
      'No values are known that its placeholders accept, which the test needs: register this route by hand, or loosen its constraints.',
    );
  }
  const hasContract = (answers['contract'] ?? '') !== '';
  const kind = (answers['answer'] as ResponseKind | undefined) ?? defaultResponse(route, hasContract);
  // The templates use it in a comment.
  const shown = `${methods?.join(', ') ?? 'Any method'} ${wholePath(group, path)}`.replaceAll(
    '*/',
    String.raw`*\/`,
  );
  const title = sentenceCase(className);
  // The constant of a handler has the same name without "Page".
  const page = pageOf(project, constant === undefined ? className : `${className}Page`, feature);
  const checked = routeContract(project, change, answers, { ...route, className, title, kind });
  const { uses = [], ...written } =
    constant === undefined
      ? classValues(
          (kind === 'json' ? checked?.json : undefined) ?? handlerBody(kind, route, title, page),
          own,
        )
      : functionValues(
          (kind === 'json' ? checked?.jsonFunction : undefined) ?? handlerFunction(kind, route, title, page),
        );
  const isPlain = constant !== undefined && checked === undefined && isWithoutInput(route, kind);
  const isInjected = isPlain && listOf(answers['services']).length > 0;
  if (uses.includes(page)) {
    const values = { runtime: project.runtime, name: page.name, title, shown, ...pageParameter(own) };
    change.create(page.file, await render('route/page.ts', values));
  }
  const whole = wholeName(project, change, { group, name, feature });
  const tried = (methods ?? ['GET']).map((method) => ({ name: whole, method, path: sample.path }));
  const created = await makeClass(
    project,
    change,
    { ...answers, class: className },
    {
      source: isPlain
        ? 'route/plain/function.ts'
        : `route/${constant === undefined ? 'handler' : 'handle'}.ts`,
      ...(constant !== undefined && { exported: constant }),
      folder: 'action',
      imports: [...(isPlain && !isInjected ? ['type HttpResponse'] : []), ...written.imports],
      uses: [
        ...(isInjected ? [{ name: 'inject', from: project.runtime }] : []),
        ...(checked?.uses ??
          (constant === undefined || isPlain ? [] : [{ name: 'contract', from: 'fw-runtime/contract' }])),
        ...uses,
      ],
      declares: checked?.declares ?? [],
      values: {
        shown,
        ...written.values,
        schema: checked?.schema ?? '',
        definition:
          checked?.definition ??
          (constant === undefined ? undefined : [`summary: ${quoted(title, GENERATED_STYLE)},`]),
        input: checked?.test,
        schemas: checked?.schemas,
        path: withinQuotes(wholePath(group, path)),
        // The templates add the quotes.
        routeName: withinQuotes(whole),
        routed: withinQuotes(sample.path),
        sample: withinQuotes(sample.path),
        subject: constant ?? className,
        methods: tried.map(({ method }) => method),
        method: tried.find(({ method }) => method !== 'HEAD')?.method ?? 'HEAD',
        routeMethods: printCode(
          tried.map(({ method }) => method),
          GENERATED_STYLE,
          '',
        ),
        sendsJson: checked === undefined && kind === 'json' && hasBody(methods ?? []),
        status: statusOf(kind, methods),
      },
    },
  );
  const tokens = Object.entries(tokensOf(answers)).filter(([token]) =>
    placeholders.some((placeholder) => placeholder.name === token),
  );
  const registered = { path, methods, name, group, tokens: Object.fromEntries(tokens), guards };
  return {
    routes: tried,
    services: [...created.services],
    register: () =>
      registerRoute(project, change, { ...created, className: constant ?? className }, registered, feature),
  };
}

/** Whether the handler reads neither placeholders, nor a query, nor a body, and so needs no contract. */
function isWithoutInput({ methods = [], placeholders }: ReadRoute, kind: ResponseKind): boolean {
  return placeholders.length === 0 && !hasBody(methods) && kind !== 'json';
}

/** The values for the template of a handler. */
interface WrittenHandler {
  readonly imports: readonly string[];
  readonly uses?: readonly Import[];
  readonly values: object;
}

function classValues(
  { imports, uses = [], lines }: HandlerBody,
  own: readonly PlaceholderDescription[],
): WrittenHandler {
  const code = lines.join('\n');
  const isAsync = code.includes('await ');
  return {
    imports: ['type HttpResponse', 'type ServerRequest', ...imports],
    uses,
    values: {
      lines,
      isAsync,
      request: code.includes('request.') ? 'request' : '_request',
      requestType: code.includes('request.input(') ? 'ServerRequest' : requestType(own),
      returned: isAsync ? 'Promise<HttpResponse>' : 'HttpResponse',
    },
  };
}

function functionValues({ imports, uses = [], input, expression }: HandlerFunction): WrittenHandler {
  return {
    imports,
    uses,
    values: {
      isAsync: expression.includes('await '),
      taken: input.length === 0 ? undefined : `{ ${input.join(', ')} }`,
      expression,
    },
  };
}

/** The file of a template's page, and its module name. */
function pageOf(
  { alias }: Project,
  className: string,
  feature: string,
): { readonly name: string; readonly from: string; readonly file: string } {
  const path = `${feature === '' ? '' : `${feature}/`}template/${kebabCase(className)}`;
  return { name: camelCase(className), from: `${alias}/${path}`, file: `src/${path}.ts` };
}

function requestType(placeholders: readonly PlaceholderDescription[]): string {
  return placeholders.length === 0 ? 'ServerRequest' : `ServerRequest<${paramsType(placeholders)}>`;
}

/** The parameter of a page, and how the page shows it. */
function pageParameter(placeholders: readonly PlaceholderDescription[]): {
  parameter: string;
  fields: string[];
} {
  if (placeholders.length === 0) return { parameter: '', fields: [] };
  const fields = placeholders.map(
    ({ name }) => `<p>${name}: \${params[${quoted(name, GENERATED_STYLE)}]}</p>`,
  );
  return { parameter: 'params: Readonly<Record<string, string | undefined>>', fields };
}

function paramsType(placeholders: readonly PlaceholderDescription[]): string {
  const fields = placeholders.map(
    ({ name, optional }) => `${printKey(name, GENERATED_STYLE)}${optional ? '?' : ''}: string`,
  );
  return `{ ${fields.join('; ')} }`;
}
