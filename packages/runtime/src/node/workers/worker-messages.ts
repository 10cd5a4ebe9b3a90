/** What the process that started the workers tells one of them. */
export type ToWorker =
  /** To stop as by SIGTERM. */
  | { readonly fw: 'close' }
  /** To stop when others serve in its place, so that it may take its time. */
  | { readonly fw: 'retire' }
  /** The answer to `leaves`: no connection is on its way to the worker any more. */
  | { readonly fw: 'left' };

/** What a worker tells the process that started it. */
export type FromWorker =
  | { readonly fw: 'listens' }
  | { readonly fw: 'fails'; readonly fault: Fault }
  /** Its server has closed. */
  | { readonly fw: 'leaves' };

/** What of an error goes from process to process. */
export interface Fault {
  readonly message: string;
  readonly code?: string | undefined;
  readonly address?: string | undefined;
  readonly port?: number | undefined;
}
