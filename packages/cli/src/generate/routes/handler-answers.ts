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
