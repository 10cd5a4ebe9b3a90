import { defineMiddleware, html, HtmlResponse, HttpResponse, type SharedMiddleware } from 'fw-runtime';
import { contract, type WithContract } from 'fw-runtime/contract';
import { optional, record, strictObject, string, unknown } from 'valibot';
import { hashOf } from '../etag/hash.ts';
import { readOptions } from '../provider/read-options.ts';
import { text } from '../provider/schemas.ts';
import { loadScalar } from './scalar-script.ts';

/** Options of `apiReference()`. */
export interface ApiReferenceOptions {
  /** The path of the document on the same host, relative to the page; 'openapi.json', beside the page, when absent. */
  readonly document?: string;
  /** The title of the page; 'API reference' when absent. */
  readonly title?: string;
  /** Further options for Scalar, such as `{ theme: 'moon' }`, which its documentation explains; none when absent. */
  readonly scalar?: Readonly<Record<string, unknown>>;
}

const OPTIONS = strictObject({
  document: optional(text(isOnThisHost, 'a path on the same host, such as "/openapi.json"'), 'openapi.json'),
  title: optional(string(), 'API reference'),
  scalar: optional(record(string(), unknown()), {}),
});

// Nothing is fetched from or sent to other hosts. The policy below blocks what newer versions add.
const OFF = {
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
} as const;

// Scalar sets styles without a nonce. Scripts and their requests are limited to this host.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

// Scalar starts automatically when it finds elements with its own names.
const START = `
{
  const place = document.getElementById('reference');
  Scalar.createApiReference(place, JSON.parse(place.dataset.options));
}
`;

/**
 * Responds with a page that shows the document, using Scalar. The same route serves the page's script, which comes from
 * the installed package `@scalar/fastify-api-reference`. The route is hidden in documents.
 *
 * @param options the path of the document, the title and options for Scalar; each has a default
 * @throws {@link ConfigError} when an option is malformed; the message names the option
 * @example app.get('/docs', apiReference(), 'docs');
 */
export function apiReference(options?: ApiReferenceOptions): SharedMiddleware & WithContract {
  const { document: url, title, scalar } = readOptions('api_reference', OPTIONS, options);
  const configuration = JSON.stringify({ ...OFF, ...scalar, url });
  let script: Promise<Script> | undefined;

  const middleware = defineMiddleware(async function apiReference(request) {
    script ??= loadScript();
    // A package that was missing may be installed by the next request.
    script.catch(() => (script = undefined));
    const { body, hash } = await script;
    const requestedHash = request.query.get('script');
    return requestedHash === null ? page(hash) : scriptResponse(body, requestedHash === hash);
  });
  return Object.assign(middleware, { contract: contract({ hidden: true, summary: title }) });

  function page(hash: string): HtmlResponse {
    return new HtmlResponse(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <link rel="icon" href="data:," />
            <title>${title}</title>
          </head>
          <body>
            <div id="reference" data-options="${configuration}"></div>
            <script src="?script=${hash}"></script>
          </body>
        </html>`,
      200,
      {
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': POLICY,
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
      },
    );
  }
}

interface Script {
  readonly body: Uint8Array;
  readonly hash: string;
}

async function loadScript(): Promise<Script> {
  const body = new TextEncoder().encode((await loadScalar()) + START);
  // The hash as it is valid in a query.
  const hash = (await hashOf(body)).replaceAll('+', '-').replaceAll('/', '_');
  return { body, hash };
}

/** @param isCurrent whether the requested version is this one, which then never changes under its name */
function scriptResponse(body: Uint8Array, isCurrent: boolean): HttpResponse {
  return new HttpResponse(body, 200, {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
}

// Browsers remove tabs and line breaks, and treat "\" as "/".
function isOnThisHost(path: string): boolean {
  const base = 'http://this.invalid';
  return /^[^\s\\]+$/.test(path) && URL.canParse(path, base) && new URL(path, base).origin === base;
}
