import type { Origin } from 'fw-runtime/internal';
import type { LayerDescription } from '../describe/description.ts';

/**
 * The record of one request in development, as plain data. Times are in milliseconds since the request began, headers are in
 * their original order, and the values of secrets are masked.
 */
export interface RequestRecord {
  readonly id: string;
  /** The time at which the request began, as ISO 8601. */
  readonly time: string;
  readonly method: string;
  /** The path and query, as received. */
  readonly url: string;
  /** The client's IP address; absent if the address is unknown. */
  readonly ip?: string;
  /** Whether a response was created; `aborted` if the client disconnected before. */
  readonly outcome: 'pending' | 'answered' | 'aborted';
  /** Absent until there is a response. */
  readonly status?: number;
  /** The time until the response was created; absent until there is a response. */
  readonly duration?: number;
  readonly request: RecordedMessage;
  readonly response?: RecordedMessage;
  /** The matched route. */
  readonly route?: RecordedRoute;
  /** The index in `layers` of the layer that created the response; absent if no layer did, as for a static file. */
  readonly answeredBy?: number;
  /** The layers in the order in which the request entered them. */
  readonly layers: readonly LayerRecord[];
  readonly services: readonly ServiceRecord[];
  readonly errors: readonly ErrorRecord[];
  /** The number of layers, services and errors that were left out, because there were too many. */
  readonly omitted?: number;
}

export interface RecordedMessage {
  readonly headers: readonly HeaderEntry[];
  /** The size in bytes; absent if there is no body or its size is unknown. */
  readonly size?: number;
  /** The text of a request body that was read, or of a response body that isn't a stream; up to 64 KB, with secrets masked. */
  readonly text?: string;
}

export type HeaderEntry = readonly [name: string, value: string];

export interface RecordedRoute {
  readonly name: string;
  /** The path, with the path prefixes of the surrounding apps. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

/** A request in one layer. */
export interface LayerRecord {
  readonly name: string;
  readonly kind: LayerDescription['kind'];
  /** The index in `layers` of the layer around this layer; absent for an outermost layer. */
  readonly parent?: number;
  /** The number of layers around this layer. */
  readonly depth: number;
  /** The path prefix under which the layer is registered. */
  readonly prefix?: string;
  /** Whether the layer is error middleware (variant A). */
  readonly error?: true;
  readonly origin?: Origin;
  readonly entered: number;
  /** When the layer first called the next layer; absent if it didn't. */
  readonly passedOn?: number;
  /** When the next layer last returned. */
  readonly resumed?: number;
  /** When the layer returned or threw; absent if it didn't. */
  readonly left?: number;
  /** The differences between the request that the layer received and the request that it passed on. */
  readonly request?: MessageChanges;
  /** The changes to the response of the next layer or, if the next layer wasn't called, to the response that was received. */
  readonly response?: MessageChanges;
  /** The index in `errors` of the error that the layer threw. */
  readonly failed?: number;
}

export interface MessageChanges {
  readonly headers?: readonly HeaderChange[];
  /** Changed attributes of a request. */
  readonly attributes?: readonly AttributeChange[];
  readonly path?: Change;
  readonly method?: Change;
  /** The changed status of a response. */
  readonly status?: Change;
  /** Whether the body of a response changed. */
  readonly body?: true;
}

export interface Change {
  /** Absent if there was no value before. */
  readonly before?: string;
  /** Absent if the value was removed. */
  readonly after?: string;
}

export interface HeaderChange extends Change {
  readonly name: string;
}

/** A change of an attribute. Values are in a short form, as in an error message. */
export interface AttributeChange extends Change {
  readonly name: string;
}

/** A service that was created during the request. */
export interface ServiceRecord {
  readonly id: string;
  /** The index in `layers` of the layer that requested the service; absent if the layer is unknown. */
  readonly layer?: number;
  /** The id of the service that depends on this service; absent if a layer or the framework requested it. */
  readonly askedBy?: string;
  readonly started: number;
  /** The duration in milliseconds. */
  readonly duration: number;
  /** The message of the error that was thrown while the service was created. */
  readonly error?: string;
}

export interface ErrorRecord {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  /** The first place in the stack that is in the app's own files. */
  readonly origin?: Origin;
  readonly stack?: string;
  /** The index in `layers` of the innermost layer that threw the error; absent if no layer threw it, as for a 404. */
  readonly layer?: number;
  /** The errors of a contract, at most 50. */
  readonly faults?: readonly ListedError[];
}

/** A value of a request that the contract rejects. */
export interface ListedError {
  /** The part of the request: `path`, `query`, `header`, `cookie` or `body`. */
  readonly in?: string;
  /** A JSON pointer (RFC 6901) to the value; absent or empty for the whole part. */
  readonly pointer?: string;
  readonly detail: string;
}
