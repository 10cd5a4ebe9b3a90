import { type Entry, type HttpResponse, safely, type ServerRequest } from 'fw-runtime/internal';
import { captureOf, setCapture, type Capture } from './capture-of.ts';
import { INSPECTOR_PATH } from '../inspector-page/inspector-path.ts';
import { LayerNotes, type LayerObserver } from './layer-notes.ts';
import { type CreatedService, noteServices, type ServiceNotes } from './created-services.ts';
import { BodyCapture } from './body-capture.ts';
import type { RequestLog } from './request-log.ts';
import type { RequestNotes } from './request-notes.ts';
import type { RequestRecord } from './request-json.ts';
import { captureToJson } from './capture-to-json.ts';

// The limits keep a record readable, for example if a middleware loops.
const MOST_LAYERS = 200;
const MOST_SERVICES = 200;
const MOST_ERRORS = 20;

/** Notes on one request while it runs. The record created from the notes doesn't reference the request. */
export class RequestCapture implements Capture, RequestNotes, LayerObserver {
  readonly id: string = crypto.randomUUID().replaceAll('-', '').slice(0, 12);
  readonly request: ServerRequest;
  readonly body: BodyCapture;
  readonly time: string = new Date().toISOString();
  readonly began: number = performance.now();
  readonly layers: LayerNotes[] = [];
  readonly services: CreatedService[] = [];
  readonly errors: Map<unknown, LayerNotes | undefined> = new Map();
  omitted = 0;
  outcome: 'pending' | 'answered' | 'aborted' = 'pending';
  respondedAt: number | undefined;
  response: HttpResponse | undefined;
  readonly #log: RequestLog;
  readonly #services: ServiceNotes = { note: (service) => this.#noteService(service) };

  readonly url: string | undefined;

  /**
   * Begins the record of a request.
   *
   * @param isShown whether the response includes the URL of the record
   */
  constructor(request: ServerRequest, log: RequestLog, isShown = true) {
    this.url = isShown ? `${INSPECTOR_PATH}/requests/${this.id}` : undefined;
    this.request = request;
    this.#log = log;
    this.body = new BodyCapture(request.source);
    setCapture(request, this);
    log.begin(this.#record());
  }

  /** Runs the function that handles the request, and notes the services created meanwhile. */
  run<T>(layer: number | undefined, handle: () => T): T {
    return noteServices(this.#services, layer, handle);
  }

  enter(entry: Entry, request: ServerRequest, given: HttpResponse | undefined): LayerNotes | undefined {
    const { layers } = this;
    if (layers.length >= MOST_LAYERS) {
      this.omitted++;
      return undefined;
    }
    const notes = new LayerNotes(this, layers.length, entry, request, given);
    layers.push(notes);
    return notes;
  }

  /** Continues with a new request that middleware passed on. */
  follow(passed: ServerRequest): void {
    if (passed?.source !== undefined && captureOf(passed) === undefined) setCapture(passed, this);
  }

  noteThrown(error: unknown, layer: LayerNotes | undefined): void {
    if (this.errors.has(error)) return;
    if (this.errors.size >= MOST_ERRORS) this.omitted++;
    else this.errors.set(error, layer);
  }

  noteError(error: unknown): void {
    this.noteThrown(error, undefined);
  }

  keepPage(page: string): void {
    this.#log.keepPage(this.id, page);
  }

  respond(response: HttpResponse): void {
    if (this.outcome !== 'aborted') {
      this.outcome = 'answered';
      this.response = response;
      this.respondedAt = performance.now();
    }
    this.#services.note = undefined;
    this.#log.update(this.#record());
  }

  /** Call this when the client has disconnected. */
  abort(): void {
    if (this.outcome !== 'pending') return;
    this.outcome = 'aborted';
    this.#log.update(this.#record());
  }

  drop(): void {
    this.#services.note = undefined;
    this.#log.remove(this.id);
  }

  // A request must be handled even if reading its data for the record throws.
  #record(): RequestRecord {
    return safely(() => captureToJson(this), unreadable(this));
  }

  #noteService(service: CreatedService): void {
    if (this.services.length < MOST_SERVICES) this.services.push(service);
    else this.omitted++;
  }
}

function unreadable({ id, time, request: { method }, outcome }: RequestNotes): RequestRecord {
  const error = {
    name: 'Error',
    message: 'The trace of this request cannot be shown, because reading it failed.',
  };
  const nothing = { layers: [], services: [], errors: [error] };
  return { id, time, method, url: '/', outcome, request: { headers: [] }, ...nothing };
}
