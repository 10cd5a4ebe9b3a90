import { HttpResponse, type NodeSource, type RequestHandler, type ServerRequest } from 'fw-runtime/internal';
import { InspectorApi } from './inspector-api.ts';
import { mayOpenPages } from '../access/developers.ts';
import { baseOf } from '../access/gate.ts';
import { isInspectorPath } from './inspector-path.ts';
import { enterPage, page, pageFile } from './browser-files.ts';

const TABS = new Set(['', 'pipeline', 'requests', 'routes', 'configuration', 'services']);

/** The page only runs, loads and requests resources of its own origin. No other page can embed, read or cache the inspector. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The inspector of an app under `/_fw`, which handles requests before the static files and the pipeline. */
export class Inspector {
  readonly #api: InspectorApi;

  constructor(application: RequestHandler) {
    this.#api = new InspectorApi(application);
  }

  /** @returns undefined for a request without access to the inspector, which the app handles as if there were no inspector */
  find(request: ServerRequest): Promise<HttpResponse | undefined> | undefined {
    const { path } = request;
    if (!isInspectorPath(path) || !mayOpenPages(request)) return undefined;
    return this.#respond(request, path.split('/').slice(2));
  }

  async #respond(request: ServerRequest, segments: readonly string[]): Promise<HttpResponse> {
    const response = (await this.#find(request, segments)) ?? text('The inspector has no page here.', 404);
    return Object.entries(HEADERS).reduce((copy, header) => copy.withHeader(...header), response);
  }

  async #find(request: ServerRequest, segments: readonly string[]): Promise<HttpResponse | undefined> {
    const [first = '', second, ...more] = segments;
    if (first === 'api') return this.#api.respond(request, segments.slice(1));
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return text('The inspector pages accept only GET.', 405).withHeader('Allow', 'GET, HEAD');
    }
    if (first === 'page' && second !== undefined && more.length === 0) return pageFile(second);
    const isOne = first === 'requests' && second !== undefined && more.length === 0;
    if (isOne && prefersJson(request)) return this.#api.respond(request, segments);
    const base = baseOf((request.source as NodeSource).node.incoming);
    const isTab = TABS.has(first) && (second === undefined || isOne);
    if (first === 'enter' && second === undefined) return enterPage(base);
    return isTab ? page(base) : undefined;
  }
}

function text(message: string, status: number): HttpResponse {
  return new HttpResponse(`${message}\n`, status, { 'Content-Type': 'text/plain; charset=utf-8' });
}

function prefersJson(request: ServerRequest): boolean {
  const accept = request.header('accept') ?? '';
  return /\bapplication\/json\b/.test(accept) && !/\btext\/html\b/.test(accept);
}
