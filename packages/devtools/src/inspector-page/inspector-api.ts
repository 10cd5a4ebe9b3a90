import {
  HttpError,
  type HttpResponse,
  isDescribable,
  JsonResponse,
  messageOf,
  type NodeSource,
  type OpaqueApplication,
  type RequestHandler,
  type ServerRequest,
} from 'fw-runtime/internal';
import { describeServices } from '../describe/describe-services.ts';
import { describe } from '../describe/describe.ts';
import { explain } from '../describe/explain.ts';
import { curlOf } from '../recorder/curl.ts';
import { isDeveloper } from '../access/developers.ts';
import { findFw } from '../project/fw-program.ts';
import { configOf } from '../describe/describe-config.ts';
import { type RequestLog, requestLogOf } from '../recorder/request-log.ts';
import { relativeTo } from '../project/relative-origins.ts';
import { isResponse } from '../recorder/layer-notes.ts';
import { replay, whyNotAgain } from '../recorder/replay.ts';
import { requestEvents } from '../recorder/request-events.ts';
import type { RequestRecord } from '../recorder/request-json.ts';
import { ProjectTools, whyNoTest } from './project-tools.ts';
import { projectName, projectRoot } from '../project/project-root.ts';

/** A record, and the reasons why its request can't be replayed or saved as a test. */
type Shown = RequestRecord & { readonly notAgain?: string; readonly noTest?: string };

const NO_TOKEN =
  'The inspector needs the token of the project in the header X-Fw-Token. ' +
  'In a browser, open the URL of the inspector once that the app prints at startup.';

type Handler = (request: ServerRequest, id: string) => unknown;

/** The JSON API of the inspector, which returns all data that the inspector's page shows. */
export class InspectorApi {
  readonly #handler: RequestHandler;
  /** Undefined for a pipe that is served alone. */
  readonly #application: OpaqueApplication | undefined;
  readonly #root: string = projectRoot();
  readonly #log: RequestLog;
  readonly #tools: ProjectTools;
  readonly #read: Readonly<Record<string, Handler>> = {
    application: () => this.#describe(),
    explain: ({ query }) => this.#explain(query.get('method') ?? 'GET', query.get('url') ?? '/'),
    uri: ({ query }) => this.#uri(query.get('name') ?? '', query.get('params') ?? '{}'),
    events: () => requestEvents(this.#log),
    requests: (_request, id) => (id === '' ? this.#log.list() : this.#record(id)),
    configuration: (_request, id) => (id === 'lines' ? this.#tools.configuration() : configOf(this.#handler)),
    page: (_request, id) => this.#errorPage(id),
    services: () => describeServices(this.#handler.container),
  };
  readonly #write: Readonly<Record<string, Handler>> = {
    replay: (request, id) => this.#replay(request, this.#record(id)),
    test: (_request, id) => this.#saveTest(id),
    open: async (request) => this.#tools.open(await request.json()),
  };

  constructor(handler: RequestHandler) {
    const { application } = handler;
    this.#handler = handler;
    this.#application = isDescribable(application) ? application : undefined;
    this.#log = requestLogOf(application);
    this.#tools = new ProjectTools(this.#root);
  }

  /** @param segments the segments of the path after `/_fw/api` */
  async respond(
    request: ServerRequest,
    [name = '', id = '', action]: readonly string[],
  ): Promise<HttpResponse> {
    try {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      rejectForeign(request, isRead);
      if (!isDeveloper(request)) throw new HttpError(403, NO_TOKEN);
      if (action === 'curl' && isRead) return new JsonResponse({ command: this.#curl(request, id) });
      const handlers = isRead ? this.#read : this.#write;
      const respond = Object.hasOwn(handlers, action ?? name) ? handlers[action ?? name] : undefined;
      if (respond === undefined)
        throw new HttpError(404, `The inspector does not support ${request.method} here.`);
      const data = await respond(request, id);
      return isResponse(data) ? data : new JsonResponse(data ?? null);
    } catch (error) {
      const status = error instanceof HttpError ? error.status : 400;
      return new JsonResponse({ error: messageOf(error) }, status);
    }
  }

  #describe(): unknown {
    const application = this.#application;
    return relativeTo(this.#root, {
      site: projectName(this.#root),
      hasFw: findFw(this.#root) !== undefined,
      ...(application !== undefined && { description: describe(application) }),
    });
  }

  #explain(method: string, url: string): unknown {
    const application = this.#application;
    if (application === undefined)
      throw new HttpError(
        404,
        'Requests cannot be explained: this server serves a pipe, not an application.',
      );
    if (!url.startsWith('/')) throw new HttpError(400, 'The URL must begin with "/".');
    return relativeTo(this.#root, explain(application, method, url));
  }

  #uri(name: string, params: string): { readonly uri: string } {
    const { url } = this.#application ?? {};
    if (url === undefined)
      throw new HttpError(404, 'There are no routes: this server serves a pipe, not an application.');
    const values: unknown = JSON.parse(params);
    if (typeof values !== 'object' || values === null || !Object.values(values).every(isParameter)) {
      throw new HttpError(400, 'The parameters must be an object of strings and numbers.');
    }
    return { uri: (url as (name: string, params: object) => string)(name, values) };
  }

  /** The error page of a request from a browser, which gets the page without its content. */
  #errorPage(id: string): { readonly html: string } {
    const html = this.#log.page(id);
    if (html === undefined) throw new HttpError(404, `Request ${id} has no error page, or is not recorded.`);
    return { html };
  }

  #record(id: string): Shown {
    const record = this.#log.get(id);
    if (record === undefined) {
      throw new HttpError(
        404,
        `Request ${id} is not recorded. The inspector keeps the last 100 requests until the app restarts.`,
      );
    }
    const notAgain = whyNotAgain(record);
    const noTest = whyNoTest(record);
    return {
      ...relativeTo(this.#root, record),
      ...(notAgain !== undefined && { notAgain }),
      ...(noTest !== undefined && { noTest }),
    };
  }

  #saveTest(id: string): unknown {
    const { notAgain: _, noTest: __, ...record } = this.#record(id);
    return this.#tools.saveTest(record);
  }

  #curl(request: ServerRequest, id: string): string {
    return curlOf(this.#record(id), request.url.origin);
  }

  async #replay({ source }: ServerRequest, { notAgain, ...record }: Shown): Promise<unknown> {
    if (notAgain !== undefined) throw new HttpError(409, notAgain);
    return replay(record, (source as NodeSource).node.incoming.socket);
  }
}

function isParameter(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

/**
 * Rejects requests from other websites. Browsers hide responses from other origins, but a request is rejected early if
 * `Sec-Fetch-Site` shows that another website sent the request. A request that changes something must have the `Origin` of the
 * page itself.
 */
function rejectForeign(request: ServerRequest, isRead: boolean): void {
  const site = request.header('sec-fetch-site');
  const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none';
  const origin = request.header('origin');
  const isOwn = origin !== undefined && origin.replace(/^https?:\/\//, '') === request.header('host');
  if (isForeign || (!isRead && !isOwn))
    throw new HttpError(403, 'Only the inspector page may send this request.');
  if (!isRead && !/^application\/json\b/.test(request.header('content-type') ?? '')) {
    throw new HttpError(415, 'The body must be JSON, with the header Content-Type: application/json.');
  }
}
