import type { Choices } from '#command-line/flag';
import type { Import } from '../../edit/imports.ts';
import type { ReadRoute } from '../engine/requested-routes.ts';

/** The response of a generated handler. */
export type ResponseKind = 'text' | 'json' | 'template' | 'redirect' | 'empty';

export const RESPONSE_TYPES: Choices<ResponseKind> = {
  text: 'plain text',
  json: 'JSON: the parameters or the request body',
  template: 'an HTML page, in a separate file',
  redirect: 'a redirect to another path',
  empty: 'no content: 204',
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
export function defaultResponse(
  { methods = [], own }: Pick<ReadRoute, 'methods' | 'own'>,
  hasContract: boolean,
): ResponseKind {
  if (methods.length > 0 && methods.every((method) => method === 'DELETE')) return 'empty';
  return hasContract || own.length > 0 || hasBody(methods) ? 'json' : 'text';
}

/** The code of the input in a handler. */
interface InputCode {
  readonly params: string;
  /** The body, which is invalid JSON with a 400. */
  readonly body: string;
}

/** The expression that a handler returns. */
interface ResponseCode {
  /** The import from the framework. */
  readonly imported: string;
  readonly expression: string;
  /** Whether the page of a template is used. */
  readonly usesPage?: boolean;
}

/** @param page renders the page of a template */
export function handlerBody(
  kind: ResponseKind,
  route: Pick<ReadRoute, 'methods' | 'own'>,
  title: string,
  page: Import,
): HandlerBody {
  const input = { params: 'request.params', body: 'body' };
  const { imported, expression, usesPage = false } = responseCode(kind, route, title, page.name, input);
  const readsBody = kind === 'json' && hasBody(route.methods ?? []);
  return {
    imports: [imported],
    ...(usesPage && { uses: [page] }),
    lines: [
      ...(readsBody ? ['// Invalid JSON is rejected with 400.', 'const body = await request.json();'] : []),
      `return ${expression};`,
    ],
  };
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

/** @param page renders the page of a template; undefined where there is no template */
export function handlerFunction(
  kind: ResponseKind,
  route: Pick<ReadRoute, 'methods' | 'own'>,
  title: string,
  page?: Import,
): HandlerFunction {
  const input = { params: 'params', body: 'await request.json()' };
  const {
    imported,
    expression,
    usesPage = false,
  } = responseCode(kind, route, title, page?.name ?? '', input);
  const readsParams = route.own.length > 0 && (kind === 'json' || kind === 'template');
  return {
    imports: [imported],
    ...(usesPage && page && { uses: [page] }),
    input: [...(readsParams ? ['params'] : []), ...(expression.includes('request.') ? ['request'] : [])],
    expression,
  };
}

function responseCode(
  kind: ResponseKind,
  { methods = [], own }: Pick<ReadRoute, 'methods' | 'own'>,
  title: string,
  page: string,
  { params, body }: InputCode,
): ResponseCode {
  const hasParams = own.length > 0;
  const status = statusOf(kind, methods);
  switch (kind) {
    case 'text':
      return { imported: 'TextResponse', expression: String.raw`new TextResponse('${title}\n')` };
    case 'json': {
      const data = jsonData(hasBody(methods) ? body : undefined, hasParams ? params : undefined);
      const expression = `new JsonResponse(${data}${status === 200 ? '' : `, ${status}`})`;
      return { imported: 'JsonResponse', expression };
    }
    case 'template':
      return {
        imported: 'HtmlResponse',
        expression: `new HtmlResponse(${page}(${hasParams ? params : ''}))`,
        usesPage: true,
      };
    case 'redirect':
      // 303, so that the client continues with GET after any method.
      return {
        imported: 'RedirectResponse',
        expression: `new RedirectResponse('/'${status === 303 ? ', 303' : ''})`,
      };
    case 'empty':
      return { imported: 'EmptyResponse', expression: 'new EmptyResponse()' };
  }
}

function jsonData(body: string | undefined, params: string | undefined): string {
  if (body === undefined) return params ?? '{ query: Object.fromEntries(request.query) }';
  if (params === undefined) return body;
  return `{ ...${params}, ${body === 'body' ? body : `body: ${body}`} }`;
}

/** Whether all of the methods send a body. */
export function hasBody(methods: readonly string[]): boolean {
  return methods.length > 0 && methods.every((method) => METHODS_WITH_BODY.has(method));
}

/** The status of a newly generated handler. */
export function statusOf(kind: ResponseKind, methods: readonly string[] | undefined): number {
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
