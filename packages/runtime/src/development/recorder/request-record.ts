import type { Origin } from '../../errors/describe.ts';
import type { LayerDescription } from '../../inspect/description.ts';

/**
 * The record of one request as plain data. Times are in milliseconds since the request began, arrays of headers are in their
 * order, and the values of secrets are masked.
 */
export interface RequestRecord {
  readonly id: string;
  /** When it began, as ISO 8601. */
  readonly time: string;
  readonly method: string;
  /** Path and query, as received. */
  readonly url: string;
  /** The client's address; absent where it is not known. */
  readonly ip?: string;
  /** Whether an answer was made; a client that went away before has none. */
  readonly outcome: 'pending' | 'answered' | 'aborted';
  /** Absent until there is an answer. */
  readonly status?: number;
  /** Until the answer was made; absent until there is one. */
  readonly duration?: number;
  readonly request: RecordedMessage;
  readonly response?: RecordedMessage;
  /** The route that was matched. */
  readonly route?: RecordedRoute;
  /** The index in `layers` of the one that made the answer; absent where none did, as for a static file. */
  readonly answeredBy?: number;
  /** In the order in which they were entered. */
  readonly layers: readonly LayerRecord[];
  readonly services: readonly ServiceRecord[];
  readonly errors: readonly ErrorRecord[];
  /** How many layers, services or errors were left out, because there were too many. */
  readonly omitted?: number;
}

export interface RecordedMessage {
  readonly headers: readonly HeaderEntry[];
  /** In bytes; absent where there is no body or its size is not known. */
  readonly size?: number;
  /** Up to 64 KB, with its secrets masked: of a request the body that was read, of a response the body that is no stream. */
  readonly text?: string;
}

export type HeaderEntry = readonly [name: string, value: string];

export interface RecordedRoute {
  readonly name: string;
  /** With the path prefixes of the applications around. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

/** A request in one layer. */
export interface LayerRecord {
  readonly name: string;
  readonly kind: LayerDescription['kind'];
  /** Its place in the `layers` of the record; the one around it, or absent for the outermost. */
  readonly parent?: number;
  /** How many layers are around it. */
  readonly depth: number;
  /** The path prefix that it is registered under. */
  readonly prefix?: string;
  /** Whether it is error middleware (variant A). */
  readonly error?: true;
  readonly origin?: Origin;
  readonly entered: number;
  /** When it passed the request on for the first time; absent: it did not. */
  readonly passedOn?: number;
  /** When what it passed on to was done for the last time. */
  readonly resumed?: number;
  /** When it answered or failed; absent: it has not. */
  readonly left?: number;
  /** The changes that it made to the request before it called the next layer. */
  readonly request?: MessageChanges;
  /** The changes that it made to the response of the next layer or, if it called none, to the response that it was given. */
  readonly response?: MessageChanges;
  /** The index in `errors` of what came out of it. */
  readonly failed?: number;
}

export interface MessageChanges {
  readonly headers?: readonly HeaderChange[];
  /** For a request. */
  readonly attributes?: readonly AttributeChange[];
  readonly path?: Change;
  readonly method?: Change;
  /** For a response. */
  readonly status?: Change;
  /** For a response: whether it has another body. */
  readonly body?: true;
}

export interface Change {
  /** Absent: there was none. */
  readonly before?: string;
  /** Absent when it was removed. */
  readonly after?: string;
}

export interface HeaderChange extends Change {
  readonly name: string;
}

/** Values in a short form, as in an error message. */
export interface AttributeChange extends Change {
  readonly name: string;
}

/** A service that was made while the request ran. */
export interface ServiceRecord {
  readonly id: string;
  /** The index in `layers` of the layer that requested it; absent when that is unknown. */
  readonly layer?: number;
  /** The id of the service that requested it; absent when a layer or the framework did. */
  readonly askedBy?: string;
  readonly started: number;
  /** In milliseconds. */
  readonly duration: number;
  /** The message of what kept it from being made. */
  readonly error?: string;
}

export interface ErrorRecord {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  /** The first place of its stack in the site's own files. */
  readonly origin?: Origin;
  readonly stack?: string;
  /** The index in `layers` of the innermost one that it came out of; absent: no layer threw it, as a 404. */
  readonly layer?: number;
  /** The errors of a contract, at most 50. */
  readonly faults?: readonly FaultRecord[];
}

/** One value of a request that its contract rejects. */
export interface FaultRecord {
  /** `path`, `query`, `header`, `cookie` or `body`. */
  readonly in?: string;
  /** A JSON pointer (RFC 6901); absent or "" for the whole. */
  readonly pointer?: string;
  readonly detail: string;
}
