import type { Choices } from '../../../../command-line/src/flag.ts';
import type { Import } from '../../edit/imports.ts';
import type { ReadRoute } from './requested-routes.ts';

/** The response of a generated handler. */
export type AnswerKind = 'text' | 'json' | 'template' | 'redirect' | 'empty';

export const RESPONSE_TYPES: Choices<AnswerKind> = {
  text: 'plain text',
  json: 'JSON: the parameters, or the body of the request',
  template: 'a page of HTML, in a file of its own',
  redirect: 'redirects the client to another path',
  empty: 'nothing: 204',
};

/** The body of a handler. */
export interface HandlerBody {
  /** The imports from the framework. */
  readonly imports: readonly string[];
  /** The other imports. */
  readonly uses?: readonly Import[];
  readonly lines: readonly string[];
}

const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** @param hasContract whether there is input to show */
export function defaultAnswer(
  { methods = [], own }: Pick<ReadRoute, 'methods' | 'own'>,
  hasContract: boolean,
): AnswerKind {
  if (methods.length > 0 && methods.every((method) => method === 'DELETE')) return 'empty';
  return hasContract || own.length > 0 || hasBody(methods) ? 'json' : 'text';
}

/** @param page renders the page of a template */
export function handlerBody(
  kind: AnswerKind,
  { methods = [], own }: Pick<ReadRoute, 'methods' | 'own'>,
  title: string,
  page: Import,
): HandlerBody {
  const hasParams = own.length > 0;
  switch (kind) {
    case 'text':
      return { imports: ['TextResponse'], lines: [String.raw`return new TextResponse('${title}\n');`] };
    case 'json':
      return { imports: ['JsonResponse'], lines: jsonLines(methods, hasParams) };
    case 'template':
      return {
        imports: ['HtmlResponse'],
        uses: [page],
        lines: [`return new HtmlResponse(${page.name}(${hasParams ? 'request.params' : ''}));`],
      };
    case 'redirect':
      // 303, so that the client continues with GET after any method.
      return {
        imports: ['RedirectResponse'],
        lines: [`return new RedirectResponse('/'${hasBody(methods) ? ', 303' : ''});`],
      };
    case 'empty':
      return { imports: ['EmptyResponse'], lines: ['return new EmptyResponse();'] };
  }
}

function jsonLines(methods: readonly string[], hasParams: boolean): string[] {
  if (!hasBody(methods)) {
    return [
      `return new JsonResponse(${hasParams ? 'request.params' : '{ query: Object.fromEntries(request.query) }'});`,
    ];
  }
  const data = hasParams ? '{ ...request.params, body }' : 'body';
  const created = methods.every((method) => method === 'POST') ? ', 201' : '';
  return [
    '// What is no JSON is answered with 400.',
    'const body = await request.json();',
    `return new JsonResponse(${data}${created});`,
  ];
}

/** Whether all of the methods send a body. */
export function hasBody(methods: readonly string[]): boolean {
  return methods.length > 0 && methods.every((method) => METHODS_WITH_BODY.has(method));
}

/** The function of a handler: its input and the expression that it returns. */
export interface HandlerFunction {
  /** The imports from the framework. */
  readonly imports: readonly string[];
  /** The other imports. */
  readonly uses?: readonly Import[];
  /** The used parts of the input, such as `params`. */
  readonly input: readonly string[];
  readonly expression: string;
}

/** @param page renders the page of a template */
export function handlerFunction(
  kind: AnswerKind,
  { methods = [], own }: Pick<ReadRoute, 'methods' | 'own'>,
  title: string,
  page: Import,
): HandlerFunction {
  const params = own.length > 0 ? ['params'] : [];
  switch (kind) {
    case 'text':
      return {
        imports: ['TextResponse'],
        input: [],
        expression: String.raw`new TextResponse('${title}\n')`,
      };
    case 'json':
      return { imports: ['JsonResponse'], ...jsonFunction(methods, params) };
    case 'template':
      return {
        imports: ['HtmlResponse'],
        uses: [page],
        input: params,
        expression: `new HtmlResponse(${page.name}(${params.join()}))`,
      };
    case 'redirect':
      // 303, so that the client continues with GET after any method.
      return {
        imports: ['RedirectResponse'],
        input: [],
        expression: `new RedirectResponse('/'${hasBody(methods) ? ', 303' : ''})`,
      };
    case 'empty':
      return { imports: ['EmptyResponse'], input: [], expression: 'new EmptyResponse()' };
  }
}

function jsonFunction(
  methods: readonly string[],
  params: readonly string[],
): Pick<HandlerFunction, 'input' | 'expression'> {
  if (!hasBody(methods)) {
    return params.length > 0
      ? { input: params, expression: 'new JsonResponse(params)' }
      : {
          input: ['request'],
          expression: 'new JsonResponse({ query: Object.fromEntries(request.query) })',
        };
  }
  const body = 'await request.json()';
  const data = params.length > 0 ? `{ ...params, body: ${body} }` : body;
  const created = methods.every((method) => method === 'POST') ? ', 201' : '';
  return { input: [...params, 'request'], expression: `new JsonResponse(${data}${created})` };
}

/** The status of a newly generated handler. */
export function statusOf(kind: AnswerKind, methods: readonly string[] | undefined): number {
  const sends = hasBody(methods ?? []);
  switch (kind) {
    case 'json':
      return sends && methods?.every((method) => method === 'POST') === true ? 201 : 200;
    case 'redirect':
      return sends ? 303 : 302;
    case 'empty':
      return 204;
    default:
      return 200;
  }
}
