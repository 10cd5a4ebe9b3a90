import type { PlaceholderDescription } from 'fw-devtools';
import type { Answers } from '../../../../command-line/src/flag.ts';
import { CommandError } from '../../../../command-line/src/errors.ts';
import { printKey, quoted } from '../../edit/code.ts';
import type { TextStyle } from '../../edit/text-style.ts';
import type { Site } from '../../site/site.ts';
import { type RequestedRoute, readRequested, wholePath } from './requested-routes.ts';
import type { Change } from '../engine/change.ts';
import type { Expectation } from '../engine/generator.ts';
import { routeContract } from './route-contract.ts';
import type { Guards } from './guards.ts';
import { type AnswerKind, defaultAnswer, handlerBody } from './handler-answers.ts';
import { makeClass } from '../parts/make-class.ts';
import { camelCase, kebabCase, sentenceCase } from '../engine/names.ts';
import { render } from '../engine/render.ts';
import { tokensOf } from './route-answers.ts';
import { registerRoute, wholeName } from './route-registration.ts';

/** A route with the class of its handler and its name. */
export interface NamedRoute extends RequestedRoute {
  readonly className: string;
  readonly name: string;
}

export interface MadeRoute extends Required<Pick<Expectation, 'routes' | 'services'>> {
  /** Registers the route; separate, so that created files are listed before edited files. */
  readonly register: () => void;
}

/**
 * Generates the handler of a route and its test.
 *
 * @throws CommandError when no matching path is known
 */
export async function makeRoute(
  site: Site,
  change: Change,
  answers: Answers,
  { className, name, ...asked }: NamedRoute,
  guards: Guards,
): Promise<MadeRoute> {
  const { feature = '', group = '' } = answers;
  const route = await readRequested(site, asked, group, tokensOf(answers));
  const { path, methods, own, placeholders, sample } = route;
  if (sample === undefined) {
    throw new CommandError(
      'No values are known that its placeholders accept, which the test needs: register this route by hand, or loosen its constraints.',
    );
  }
  const hasContract = (answers['contract'] ?? '') !== '';
  const kind = (answers['answer'] as AnswerKind | undefined) ?? defaultAnswer(route, hasContract);
  // The templates use it in a comment.
  const shown = `${methods?.join(', ') ?? 'Any method'} ${wholePath(group, path)}`.replaceAll(
    '*/',
    String.raw`*\/`,
  );
  const title = sentenceCase(className);
  const page = pageOf(site, className, feature);
  const checked = routeContract(site, change, answers, { ...route, className, title, kind });
  const plain = handlerBody(kind, route, title, page);
  const { imports, uses = [], lines } = (kind === 'json' ? checked?.json : undefined) ?? plain;
  if (uses.includes(page)) {
    const values = { runtime: site.runtime, name: page.name, title, shown, ...pageParameter(own) };
    change.create(page.file, await render('route/page.ts', values));
  }
  const code = lines.join('\n');
  const isAsync = code.includes('await ');
  const whole = wholeName(site, change, { group, name, feature });
  const tried = (methods ?? ['GET']).map((method) => ({ name: whole, method, path: sample.path }));
  const made = await makeClass(
    site,
    change,
    { ...answers, class: className },
    {
      source: 'route/handler.ts',
      folder: 'action',
      imports: ['type HttpResponse', 'type ServerRequest', ...imports],
      uses: [...(checked?.uses ?? []), ...uses],
      declares: checked?.declares ?? [],
      values: {
        shown,
        lines,
        isAsync,
        request: code.includes('request.') ? 'request' : '_request',
        requestType: code.includes('request.input(') ? 'ServerRequest' : requestType(own),
        schema: checked?.schema ?? '',
        property: checked?.property ?? '',
        input: checked?.test,
        path: inQuotes(wholePath(group, path)),
        returned: isAsync ? 'Promise<HttpResponse>' : 'HttpResponse',
        // The templates add the quotes.
        routeName: inQuotes(whole),
        sample: inQuotes(sample.path),
        methods: tried.map(({ method }) => method),
      },
    },
  );
  const tokens = Object.entries(tokensOf(answers)).filter(([token]) =>
    placeholders.some((placeholder) => placeholder.name === token),
  );
  const registered = { path, methods, name, group, tokens: Object.fromEntries(tokens), guards };
  return {
    routes: tried,
    services: [...made.services],
    register: () => registerRoute(site, change, made, registered, feature),
  };
}

/** The file of a template's page, and its module name. */
function pageOf(
  { alias }: Site,
  className: string,
  feature: string,
): { readonly name: string; readonly from: string; readonly file: string } {
  const path = `${feature === '' ? '' : `${feature}/`}template/${kebabCase(className)}`;
  return { name: camelCase(className), from: `${alias}/${path}`, file: `src/${path}.ts` };
}

const STYLE: TextStyle = { eol: '\n', indent: '  ', quote: "'", semicolon: ';', json: false };

function requestType(placeholders: readonly PlaceholderDescription[]): string {
  return placeholders.length === 0 ? 'ServerRequest' : `ServerRequest<${paramsType(placeholders)}>`;
}

/** The parameter of a page, and how the page shows it. */
function pageParameter(placeholders: readonly PlaceholderDescription[]): {
  parameter: string;
  fields: string[];
} {
  if (placeholders.length === 0) return { parameter: '', fields: [] };
  const fields = placeholders.map(({ name }) => {
    const value = printKey(name, STYLE) === name ? `params.${name}` : `params[${quoted(name, STYLE)}]`;
    return `<p>${name}: \${${value}}</p>`;
  });
  return { parameter: `params: ${paramsType(placeholders)}`, fields };
}

function paramsType(placeholders: readonly PlaceholderDescription[]): string {
  const fields = placeholders.map(
    ({ name, optional }) => `${printKey(name, STYLE)}${optional ? '?' : ''}: string`,
  );
  return `{ ${fields.join('; ')} }`;
}

function inQuotes(text: string): string {
  return quoted(text, STYLE).slice(1, -1);
}
