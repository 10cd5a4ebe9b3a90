import { safely } from '../../errors/describe.ts';
import type { RequestRecord } from './request-record.ts';

/** The part of a record that a list shows. */
export interface RecordSummary extends Pick<
  RequestRecord,
  'id' | 'time' | 'method' | 'url' | 'outcome' | 'status' | 'duration'
> {
  /** The name of the route that was matched. */
  readonly route?: string;
  /** The message of the first error. */
  readonly error?: string;
}

export interface RecorderLimits {
  /** How many records are kept; 100 when absent. */
  readonly records?: number;
  /** How long they may be together, as JSON; 5 MB when absent. */
  readonly size?: number;
}

interface Kept {
  readonly summary: RecordSummary;
  /** As JSON, so that nothing of a live request is kept and its size is known. */
  readonly text: string;
}

/** The records of an application's last requests: at most 100 and 5 MB, the oldest make way first. */
export class Recorder {
  readonly #limits: Required<RecorderLimits>;
  // In the order in which the requests began.
  readonly #kept = new Map<string, Kept>();
  readonly #listeners = new Set<(summary: RecordSummary) => void>();
  #size = 0;

  constructor({ records = 100, size = 5_000_000 }: RecorderLimits = {}) {
    this.#limits = { records, size };
  }

  /** How long its records are together, as JSON. */
  get size(): number {
    return this.#size;
  }

  /** The newest first. */
  list(): readonly RecordSummary[] {
    return [...this.#kept.values()].map(({ summary }) => summary).toReversed();
  }

  /** @returns undefined when there is no such record, or a newer one replaced it */
  get(id: string): RequestRecord | undefined {
    const text = this.text(id);
    return text === undefined ? undefined : (JSON.parse(text) as RequestRecord);
  }

  /** The same as JSON. */
  text(id: string): string | undefined {
    return this.#kept.get(id)?.text;
  }

  /**
   * @param listener called when a record begins, and when it is done
   * @returns what ends it
   */
  subscribe(listener: (summary: RecordSummary) => void): () => void {
    // One function may listen twice.
    const own = (summary: RecordSummary): void => listener(summary);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Keeps the record of a request that begins. */
  begin(record: RequestRecord): void {
    this.#keep(record);
  }

  /** Replaces a record by what is known of its request now; one that had to make way stays away. */
  update(record: RequestRecord): void {
    if (this.#kept.has(record.id)) this.#keep(record);
  }

  /** Forgets a record, as if there had been no request. */
  remove(id: string): void {
    this.#size -= this.#kept.get(id)?.text.length ?? 0;
    this.#kept.delete(id);
  }

  #keep(record: RequestRecord): void {
    const text = JSON.stringify(record);
    const summary = summaryOf(record);
    this.#size += text.length - (this.#kept.get(record.id)?.text.length ?? 0);
    this.#kept.set(record.id, { summary, text });
    const { records, size } = this.#limits;
    for (const id of this.#kept.keys()) {
      if (this.#kept.size <= records && this.#size <= size) break;
      this.remove(id);
    }
    for (const listener of this.#listeners) safely(() => listener(summary), undefined);
  }
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
