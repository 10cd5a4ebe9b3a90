import type { HttpResponse } from '../../http/http-response.ts';
import type { ServerRequest } from '../../http/server-request.ts';
import type { LayerNotes } from './layer-notes.ts';
import type { MadeService } from './made-services.ts';
import type { RequestRecord } from './request-record.ts';

/** The notes about a recorded request. Times are those of `performance.now()`. */
export interface RequestNotes extends Pick<RequestRecord, 'id' | 'time' | 'outcome'> {
  readonly request: ServerRequest;
  /** The part of its body that was read. */
  readonly body: { readonly size: number | undefined; readonly text: string | undefined };
  readonly began: number;
  /** When there was an answer. */
  readonly answered: number | undefined;
  readonly response: HttpResponse | undefined;
  readonly layers: readonly LayerNotes[];
  readonly services: readonly MadeService[];
  /** The layer that each error came from first; undefined for an error that came from no layer. */
  readonly errors: ReadonlyMap<unknown, LayerNotes | undefined>;
  readonly omitted: number;
}
