import type { HttpResponse, ServerRequest } from 'fw-runtime/internal';
import type { LayerNotes } from './layer-notes.ts';
import type { CreatedService } from './created-services.ts';
import type { RequestRecord } from './request-json.ts';

/** Notes on a recorded request. Times come from `performance.now()`. */
export interface RequestNotes extends Pick<RequestRecord, 'id' | 'time' | 'outcome'> {
  readonly request: ServerRequest;
  /** The body that was read. */
  readonly body: { readonly size: number | undefined; readonly text: string | undefined };
  readonly began: number;
  /** The time of the response. */
  readonly respondedAt: number | undefined;
  readonly response: HttpResponse | undefined;
  readonly layers: readonly LayerNotes[];
  readonly services: readonly CreatedService[];
  /** The errors, each with the first layer that threw it; undefined if no layer threw the error. */
  readonly errors: ReadonlyMap<unknown, LayerNotes | undefined>;
  readonly omitted: number;
}
