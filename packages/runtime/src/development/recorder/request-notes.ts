import type { HttpResponse } from '../../http/http-response.ts';
import type { ServerRequest } from '../../http/server-request.ts';
import type { LayerNotes } from './layer-notes.ts';
import type { MadeService } from './made-services.ts';
import type { RequestRecord } from './request-record.ts';

/** What is known of a request that is recorded. Times are those of `performance.now()`. */
export interface RequestNotes extends Pick<RequestRecord, 'id' | 'time' | 'outcome'> {
  readonly request: ServerRequest;
  /** What was read of its body. */
  readonly body: { readonly size: number | undefined; readonly text: string | undefined };
  readonly began: number;
  /** When there was an answer. */
  readonly answered: number | undefined;
  readonly response: HttpResponse | undefined;
  readonly layers: readonly LayerNotes[];
  readonly services: readonly MadeService[];
  /** Of each error the layer that it came out of first; undefined where it came out of none. */
  readonly errors: ReadonlyMap<unknown, LayerNotes | undefined>;
  readonly omitted: number;
}
