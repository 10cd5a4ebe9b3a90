import { safely } from 'fw-runtime/internal';
import type { RequestRecord } from './request-json.ts';

/** The part of a record that a list shows. */
export interface RecordSummary extends Pick<
  RequestRecord,
  'id' | 'time' | 'method' | 'url' | 'outcome' | 'status' | 'duration'
> {
  /** The name of the matched route. */
  readonly route?: string;
  /** The message of the first error. */
  readonly error?: string;
}

export interface RequestLogLimits {
  /** The maximum number of records; 100 by default. */
  readonly records?: number;
  /** The maximum total size of the records as JSON; 5 MB by default. */
  readonly size?: number;
}

interface Kept {
  readonly summary: RecordSummary;
  /** The record as JSON, so that the size is known and the record doesn't reference a live request. */
  readonly text: string;
  /** The error page that a browser got without its content. */
  readonly page?: string;
}

/** The records of an app's last requests: at most 100 records and 5 MB. The oldest records are removed first. */
export class RequestLog {
  readonly #limits: Required<RequestLogLimits>;
  // Records are in the order in which the requests began.
  readonly #kept = new Map<string, Kept>();
  readonly #listeners = new Set<(summary: RecordSummary) => void>();
  #size = 0;

  constructor({ records = 100, size = 5_000_000 }: RequestLogLimits = {}) {
    this.#limits = { records, size };
  }

  /** The total size of the records as JSON, with their error pages. */
  get size(): number {
    return this.#size;
  }

  /** The summaries of all records, newest first. */
  list(): readonly RecordSummary[] {
    return [...this.#kept.values()].map(({ summary }) => summary).toReversed();
  }

  /** @returns undefined if there is no such record or the record was removed */
  get(id: string): RequestRecord | undefined {
    const text = this.text(id);
    return text === undefined ? undefined : (JSON.parse(text) as RequestRecord);
  }

  /** The record as JSON. */
  text(id: string): string | undefined {
    return this.#kept.get(id)?.text;
  }

  /** The error page of a request. */
  page(id: string): string | undefined {
    return this.#kept.get(id)?.page;
  }

  /** Keeps the error page of a request with its record. */
  keepPage(id: string, page: string): void {
    const kept = this.#kept.get(id);
    if (kept !== undefined) this.#set(id, { ...kept, page });
  }

  /**
   * @param listener called when a record begins and when it is updated
   * @returns a function that removes the listener
   */
  subscribe(listener: (summary: RecordSummary) => void): () => void {
    // The same function may be subscribed twice.
    const own = (summary: RecordSummary): void => listener(summary);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Adds the record of a request that begins. */
  begin(record: RequestRecord): void {
    this.#keep(record);
  }

  /** Replaces a record with a newer version. A record that was removed isn't added again. */
  update(record: RequestRecord): void {
    if (this.#kept.has(record.id)) this.#keep(record);
  }

  /** Removes a record. */
  remove(id: string): void {
    this.#size -= sizeOf(this.#kept.get(id));
    this.#kept.delete(id);
  }

  #set(id: string, kept: Kept): void {
    this.#size += sizeOf(kept) - sizeOf(this.#kept.get(id));
    this.#kept.set(id, kept);
    const { records, size } = this.#limits;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= records && this.#size <= size) break;
      this.remove(oldest);
    }
  }

  #keep(record: RequestRecord): void {
    const text = JSON.stringify(record);
    const summary = summaryOf(record);
    this.#set(record.id, { ...this.#kept.get(record.id), summary, text });
    for (const listener of this.#listeners) safely(() => listener(summary), undefined);
  }
}

function sizeOf(kept: Kept | undefined): number {
  return (kept?.text.length ?? 0) + (kept?.page?.length ?? 0);
}

function summaryOf({
  id,
  time,
  method,
  url,
  outcome,
  status,
  duration,
  route,
  errors,
}: RequestRecord): RecordSummary {
  const [error] = errors;
  return {
    id,
    time,
    method,
    url,
    outcome,
    ...(status !== undefined && { status }),
    ...(duration !== undefined && { duration }),
    ...(route !== undefined && { route: route.name }),
    ...(error !== undefined && { error: error.message }),
  };
}

const logs = new WeakMap<object, RequestLog>();

/** The records of the requests that an app has received; empty without `debug`. */
export function requestLogOf(application: object): RequestLog {
  const known = logs.get(application);
  if (known !== undefined) return known;
  const log = new RequestLog();
  logs.set(application, log);
  return log;
}
