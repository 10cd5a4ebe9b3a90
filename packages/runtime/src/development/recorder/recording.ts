import { safely } from '../../errors/describe.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import type { ServerRequest } from '../../http/server-request.ts';
import type { Entry } from '../../pipeline/entry.ts';
import { recordingOf, type RequestRecording, RequestTrace } from '../../pipeline/observer.ts';
import { INSPECTOR_PATH } from '../../node/debug-listener.ts';
import { LayerNotes, type LayerObserver } from './layer-notes.ts';
import { type MadeService, notingServices, type ServiceNotes } from './made-services.ts';
import { RecordedBody } from './recorded-body.ts';
import type { Recorder } from './recorder.ts';
import type { RequestNotes } from './request-notes.ts';
import type { RequestRecord } from './request-record.ts';
import { toRecord } from './to-record.ts';

// A record must stay readable; a loop would fill any.
const MOST_LAYERS = 200;
const MOST_SERVICES = 200;
const MOST_ERRORS = 20;

/** The notes about one request while it runs. The record that is created from them holds nothing of the request itself. */
export class Recording implements RequestRecording, RequestNotes, LayerObserver {
  readonly id: string = crypto.randomUUID().replaceAll('-', '').slice(0, 12);
  readonly request: ServerRequest;
  readonly body: RecordedBody;
  readonly time: string = new Date().toISOString();
  readonly began: number = performance.now();
  readonly layers: LayerNotes[] = [];
  readonly services: MadeService[] = [];
  readonly errors: Map<unknown, LayerNotes | undefined> = new Map();
  omitted = 0;
  outcome: 'pending' | 'answered' | 'aborted' = 'pending';
  answered: number | undefined;
  response: HttpResponse | undefined;
  readonly #recorder: Recorder;
  readonly #services: ServiceNotes = { note: (service) => this.#noteService(service) };

  readonly url: string | undefined;

  /**
   * Begins the record of a request.
   *
   * @param isShown whether the response has the address of the record
   */
  constructor(request: ServerRequest, recorder: Recorder, isShown = true) {
    const { source } = request;
    this.url = isShown ? `${INSPECTOR_PATH}/requests/${this.id}` : undefined;
    this.request = request;
    this.#recorder = recorder;
    this.body = new RecordedBody(source);
    recordIn(source, this);
    recorder.begin(this.#record());
  }

  /** Runs what handles the request. */
  run<T>(layer: number | undefined, handle: () => T): T {
    return notingServices(this.#services, layer, handle);
  }

  /** @returns undefined where there are too many */
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

  /** Follows a request that middleware created and passed to the next layer. */
  follow(passed: ServerRequest): void {
    if (passed?.source !== undefined && recordingOf(passed) === undefined) recordIn(passed.source, this);
  }

  noteThrown(error: unknown, layer: LayerNotes | undefined): void {
    if (this.errors.has(error)) return;
    if (this.errors.size >= MOST_ERRORS) this.omitted++;
    else this.errors.set(error, layer);
  }

  noteError(error: unknown): void {
    this.noteThrown(error, undefined);
  }

  /** To be called when there is an answer; again when another takes its place, because it cannot be sent. */
  answer(response: HttpResponse): void {
    if (this.outcome !== 'aborted') {
      this.outcome = 'answered';
      this.response = response;
      this.answered = performance.now();
    }
    this.#services.note = undefined;
    this.#recorder.update(this.#record());
  }

  /** To be called when the client has gone away. */
  abort(): void {
    if (this.outcome !== 'pending') return;
    this.outcome = 'aborted';
    this.#recorder.update(this.#record());
  }

  /** To be called when another framework handles the request. */
  drop(): void {
    this.#services.note = undefined;
    this.#recorder.remove(this.id);
  }

  // A message that cannot be read must not keep its request from being answered.
  #record(): RequestRecord {
    return safely(() => toRecord(this), unreadable(this));
  }

  #noteService(service: MadeService): void {
    if (this.services.length < MOST_SERVICES) this.services.push(service);
    else this.omitted++;
  }
}

function unreadable({ id, time, request: { method }, outcome }: RequestNotes): RequestRecord {
  const error = { name: 'Error', message: 'What this request did cannot be shown: reading it fails.' };
  const nothing = { layers: [], services: [], errors: [error] };
  return { id, time, method, url: '/', outcome, request: { headers: [] }, ...nothing };
}

function recordIn(source: ServerRequest['source'], recording: Recording): void {
  const trace = (source.trace ??= new RequestTrace()) as RequestTrace;
  trace.recording = recording;
}
