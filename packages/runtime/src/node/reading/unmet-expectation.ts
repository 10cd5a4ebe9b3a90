import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from '../../errors/http-error.ts';
import { NodeSource, type ServerShared } from './node-source.ts';

/** A request whose `Expect` is something else than "100-continue" (RFC 9110 10.1.1). */
export class UnmetExpectation extends NodeSource {
  constructor(incoming: IncomingMessage, outgoing: ServerResponse, shared: ServerShared) {
    super(incoming, outgoing, shared);
    this.rejection ??= new HttpError(417, 'The server meets no other expectation than "100-continue".');
  }
}
