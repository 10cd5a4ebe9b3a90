import { html, HtmlResponse, HttpResponse } from 'fw-runtime';
import { contract, type ContractMiddleware } from 'fw-runtime/contract';
import { optional, record, strictObject, string, unknown } from 'valibot';
import { hashOf } from '../etag/hash.ts';
import { readOptions } from '../provider/read-options.ts';
import { text } from '../provider/schemas.ts';
import { loadScalar } from './scalar-script.ts';

/** What the page shows. */
export interface ApiReferenceOptions {
  /** The document, by a path on the same host, relative to the page: 'openapi.json' when absent, which stands beside it. */
  readonly document?: string;
  /** The title of the page; 'API reference' when absent. */
  readonly title?: string;
  /** What else Scalar is told, as its documents say, such as `{ theme: 'moon' }`. */
  readonly scalar?: Readonly<Record<string, unknown>>;
}

const OPTIONS = strictObject({
  document: optional(text(isOnThisHost, 'a path on the same host, such as "/openapi.json"'), 'openapi.json'),
  title: optional(string(), 'API reference'),
  scalar: optional(record(string(), unknown()), {}),
});

// Nothing is fetched from, or told to, another host; what a version adds to that is stopped by the policy below.
const OFF = {
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
} as const;

// Scalar sets styles in ways that have no nonce. Scripts, and what they may ask, are this host's alone.
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

// Scalar starts by itself where it finds names of its own.
const START = `
{
  const place = document.getElementById('reference');
  Scalar.createApiReference(place, JSON.parse(place.dataset.options));
}
`;

/**
 * Answers with a page that shows the document, by Scalar. The script of the page is served by the same route and comes from the
 * installed package `@scalar/fastify-api-reference`. It is hidden in documents itself.
 *
 * @example app.get('/docs', apiReference(), 'docs');
 * @throws ConfigError naming the option that is malformed
 */
export function apiReference(options?: ApiReferenceOptions): ContractMiddleware {
  const { document: url, title, scalar } = readOptions('api_reference', OPTIONS, options);
  const configuration = JSON.stringify({ ...OFF, ...scalar, url });
  let script: Promise<Script> | undefined;

  return contract({ hidden: true, summary: title }).handler(async function apiReference(_input, request) {
    script ??= loadScript();
    // A package that was missing may be there the next time.
    script.catch(() => (script = undefined));
    const { body, hash } = await script;
    const asked = request.query.get('script');
    return asked === null ? page(hash) : scriptResponse(body, asked === hash);
  });

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
  // As it may stand in a query.
  const hash = (await hashOf(body)).replaceAll('+', '-').replaceAll('/', '_');
  return { body, hash };
}

/** @param isCurrent whether it is the version that was asked for, which then never changes under its name */
function scriptResponse(body: Uint8Array, isCurrent: boolean): HttpResponse {
  return new HttpResponse(body, 200, {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
}

// Browsers drop tabs and line breaks and take "\" for "/".
function isOnThisHost(path: string): boolean {
  const base = 'http://this.invalid';
  return /^[^\s\\]+$/.test(path) && URL.canParse(path, base) && new URL(path, base).origin === base;
}
