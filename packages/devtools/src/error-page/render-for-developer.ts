import {
  extensionsOf,
  faultsIn,
  type HttpResponse,
  isDescribable,
  type NodeSource,
  type Problem,
  problemFormat,
  problemOf,
  problemResponse,
  renderError,
  type Report,
  type Scope,
  type ServerRequest,
  writeJson,
  writeText,
} from 'fw-runtime/internal';
import { isDeveloper, mayOpenPages } from '../access/developers.ts';
import { baseOf } from '../access/gate.ts';
import { LayerTraces } from '../recorder/layer-trace.ts';
import { captureOf } from '../recorder/capture-of.ts';
import type { ExplainedRoute } from '../describe/description.ts';
import { routesCloseTo } from '../describe/explain.ts';
import { type CloseRoute, emptyErrorPage, errorPage } from './error-page.ts';
import { type Failure, failuresOf } from './failure.ts';
import { positionOf } from './position.ts';
import { showRequest } from './shown-request.ts';

// The next request may succeed, so an error response must not be cached.
const NOT_STORED = { 'Cache-Control': 'no-store' };

/**
 * Renders an error with everything that helps to find its cause: message, stack, the position in the pipeline, and the routes
 * that came close to a request no route handles. Browsers get a page with the request and the source around the throw
 * (rule E1). Used with `debug` only.
 *
 * @param debug the app's `debug` setting
 */
export function renderForDeveloper(
  error: unknown,
  request: ServerRequest,
  status: number,
  debug: boolean | 'everyone',
  report?: Report,
): HttpResponse {
  const capture = captureOf(request);
  const isBrowser = debug !== 'everyone' && !isDeveloper(request);
  if (isBrowser && (!mayOpenPages(request) || capture?.url === undefined)) {
    return renderError(error, request, status, report);
  }
  const failures = failuresOf(error);
  const [{ message, code }] = failures;
  const known = problemOf(error, request, status);
  const problem = message === '' || message === known.title ? known : { ...known, detail: message };
  const trace = LayerTraces.of(request);
  const thrower = trace.thrownIn(error);
  const position = positionOf(trace, thrower);
  const stack = stackOf(failures);
  const record = capture?.url;
  const isNotFound = status === 404 && thrower === undefined;
  const close = isNotFound ? closeRoutes(request).map(labelled) : [];
  const extensions = extensionsOf(error, status, report);
  const format = problemFormat(request.header('accept'), extensions === undefined ? 'text' : 'json');

  if (format === 'html') {
    const nonce = crypto.randomUUID();
    const lastSeen = (thrower ?? trace.layers.at(-1))?.request ?? request;
    const faults = faultsIn(problem.detail, extensions);
    const content = { problem, faults, failures, position, close, request: showRequest(lastSeen), record };
    const page = errorPage(content, nonce);
    if (isBrowser) capture?.keepPage(page);
    const shown = isBrowser ? pageWithoutContent(known, record ?? '', request, nonce) : page;
    return problemResponse(error, status, format, shown, {
      // The policy allows only the page's own style and script, so content shown on the page can't run, load or send anything.
      'Content-Security-Policy':
        `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; ` +
        (isBrowser ? `script-src 'nonce-${nonce}'; connect-src 'self'; ` : '') +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      ...NOT_STORED,
    });
  }
  if (isBrowser) {
    const trace = { trace: record };
    const body =
      format === 'json'
        ? writeJson(known, { ...extensions, ...trace })
        : `${writeText(known, extensions)}\nTrace: ${record}\n`;
    return problemResponse(error, status, format, body, NOT_STORED);
  }
  if (format === 'json') {
    const inside = {
      ...extensions,
      ...(code && { code }),
      position: position.summary,
      ...(close.length > 0 && { close }),
      ...(stack && { stack }),
      ...(record && { trace: record }),
    };
    return problemResponse(error, status, format, writeJson(problem, inside), NOT_STORED);
  }
  const routes = close.map(({ route, reason }) => `${route} ${reason}\n`).join('');
  const text =
    `${writeText(problem, extensions)}\nPipeline position: ${position.summary}\n` +
    `${routes && `\nSimilar routes:\n${routes}`}${stack && `\n${stack}\n`}` +
    `${record === undefined ? '' : `\nTrace: ${record}\n`}`;
  return problemResponse(error, status, format, text, NOT_STORED);
}

/** The page for a browser that sends only the cookie. Its script requests the content with the token. */
function pageWithoutContent(problem: Problem, record: string, request: ServerRequest, nonce: string): string {
  const base = baseOf((request.source as NodeSource).node.incoming);
  return emptyErrorPage(problem, { method: request.method, base, id: record.split('/').at(-1) ?? '' }, nonce);
}

/** The routes close to the request, in the application that received it from its server or in its `handle()`. */
function closeRoutes({ method, path, scope, source }: ServerRequest): readonly ExplainedRoute[] {
  let application: object | undefined = source.receiver;
  let received = path;
  for (let item = scope as Scope | undefined; item !== undefined; item = item.outer) {
    // A request that was passed to handle() has its own trace.
    if (item.trace !== undefined) {
      application = item.owner;
      break;
    }
    received = item.outerPath;
  }
  return isDescribable(application) ? routesCloseTo(application, method, received) : [];
}

function labelled({ route: { methods, prefix, path }, reason }: ExplainedRoute): CloseRoute {
  return { route: `${methods?.join('|') ?? 'any'} ${prefix}${path}`, reason };
}

/** The stacks of an error, its causes and its inner errors, separated by blank lines. */
function stackOf(failures: readonly Failure[]): string {
  return failures
    .map(({ relation, name, message, stack }) => {
      const text = stack || (relation && [name, message].filter(Boolean).join(': '));
      return relation === '' ? text : `${relation}: ${text}`;
    })
    .filter((text) => text !== '')
    .join('\n\n');
}
