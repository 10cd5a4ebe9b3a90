import {
  handleFor,
  type HttpResponse,
  isLocalClient,
  isUnhandled,
  type NodeSource,
  observeServices,
  onClose,
  type RequestHandler,
  respondAlways,
  safely,
  type ServerRequest,
} from 'fw-runtime/internal';
import { isDeveloper, mayOpenPages } from '../access/developers.ts';
import { inspectorUrlFor } from '../access/gate.ts';
import { captureOf, type Capture } from './capture-of.ts';
import { isInspectorPath } from '../inspector-page/inspector-path.ts';
import { observeCreation } from './created-services.ts';
import { isResponse } from './layer-notes.ts';
import { RequestCapture } from './request-capture.ts';
import { requestLogOf } from './request-log.ts';

/** The response header with the URL of the request's record. */
const HEADER = 'X-Fw-Trace';

/** Handles a request for the inspector. The promise is resolved with undefined for a request without access to it. */
export type Inspect = (request: ServerRequest) => Promise<HttpResponse | undefined>;

/** Wraps an app in development, and records the requests of developers. */
export class ServerCapture {
  /** Handles the requests of the app. */
  readonly handler: RequestHandler;
  readonly #application: RequestHandler;
  readonly #inspect: Inspect;
  #isHinted = false;

  constructor(application: RequestHandler, inspect: Inspect) {
    const { errors } = application;
    this.#application = application;
    this.#inspect = inspect;
    this.handler = {
      ...application,
      respond: (request) => this.#capture(request),
      passingOn: () => new ServerCapture(application.passingOn(), inspect).handler,
      errors: {
        log: (error) => errors.log(error),
        warn: (message) => errors.warn(message),
        respond: (error, request) => withCapture(captureOf(request), () => errors.respond(error, request)),
      },
    };
    observeServices(application.container, observeCreation);
  }

  #capture(request: ServerRequest): HttpResponse | Promise<HttpResponse> {
    const { path } = request;
    if (!mayOpenPages(request)) return this.#respondToStranger(request);
    if (isInspectorPath(path)) return this.#respond(request);
    const begun = new RequestCapture(request, requestLogOf(this.#application.application));
    const { outgoing } = (request.source as NodeSource).node;
    onClose(outgoing, () => begun.abort());
    const respond = (): HttpResponse | Promise<HttpResponse> =>
      withCapture(begun, () => begun.run(undefined, () => this.#respond(request)));
    return handleFor(!isDeveloper(request), respond);
  }

  #respondToStranger(request: ServerRequest): HttpResponse | Promise<HttpResponse> {
    const response = handleFor(true, () => this.#respond(request));
    if (this.#isHinted) return response;
    const hint = (given: HttpResponse): HttpResponse => {
      this.#hint(request, given);
      return given;
    };
    return isResponse(response) ? hint(response) : response.then(hint);
  }

  /** Logs once how to see more details, when a browser on this machine has received an error page. */
  #hint({ source }: ServerRequest, { status }: HttpResponse): void {
    const { incoming } = (source as NodeSource).node;
    const isPage = status >= 400 && /\btext\/html\b/.test(source.header('accept') ?? '');
    if (this.#isHinted || !isPage || !isLocalClient(incoming)) return;
    this.#isHinted = true;
    this.#application.errors.warn(
      `To see errors with their source in this browser, and requests in the inspector, open ${inspectorUrlFor(incoming)} once.`,
    );
  }

  #respond(request: ServerRequest): HttpResponse | Promise<HttpResponse> {
    const { errors, respond } = this.#application;
    const pass = () => respondAlways(respond, request, errors);
    const isInspected = request.source.rejection === undefined && isInspectorPath(request.path);
    return isInspected ? this.#inspect(request).then((found) => found ?? pass()) : pass();
  }
}

function withCapture(
  begun: Capture | undefined,
  make: () => HttpResponse | Promise<HttpResponse>,
): HttpResponse | Promise<HttpResponse> {
  const response = make();
  if (begun === undefined) return response;
  return isResponse(response)
    ? capturedResponse(begun, response)
    : response.then((settled) => capturedResponse(begun, settled));
}

function capturedResponse(begun: Capture, response: HttpResponse): HttpResponse {
  if (isUnhandled(response)) {
    begun.drop();
    return response;
  }
  begun.respond(response);
  const { url } = begun;
  if (response.status === 101 || url === undefined) return response;
  // A response whose headers can't be read can't be sent either.
  return safely(() => response.withHeader(HEADER, url), response);
}
