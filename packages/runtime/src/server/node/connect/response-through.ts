import type { ServerResponse } from 'node:http';
import { statusPhrase } from '../../../kernel/errors/http-error.ts';
import { finalize, contentSize } from '../../../kernel/http/response-body.ts';
import type { HttpResponse } from '../../../kernel/http/http-response.ts';
import { UpgradeResponse } from '../../../kernel/http/upgrade-web-socket.ts';
import { isUnhandled } from '../../../kernel/pipeline/responses.ts';
import { isClosed } from '../exchange.ts';
import { mergeHeaders } from '../response-writer.ts';
import { bufferOf, StreamReader, writeChunks } from '../stream-writer.ts';
import type { CapturedResponse } from './captured-response.ts';

/**
 * Settles with the response of `next`, with the headers that middleware has set. When the middleware has replaced `write` or `end`,
 * the body is written through its methods.
 *
 * @param method the method of the request as received
 */
export async function passThrough(
  captured: CapturedResponse,
  response: HttpResponse,
  method: string,
): Promise<void> {
  // An UpgradeResponse has no body to write.
  const isWritten =
    !(response instanceof UpgradeResponse) && (captured.isReplaced('write') || captured.isReplaced('end'));
  if (isUnhandled(response)) captured.resolve(response);
  else if (isWritten) await writeThrough(captured, response, method);
  else addHead(captured, response);
}

// The middleware looks at no body, so the body stays as it is.
function addHead(captured: CapturedResponse, response: HttpResponse): void {
  const { outgoing } = captured;
  const isChanged = outgoing.getHeaderNames().length > 0 || captured.isReplaced('writeHead');
  const { headerList } = response;
  mergeHeaders(outgoing, headerList.pairs);
  const size = contentSize(response.content);
  // Logging middleware prints the size.
  if (size && !headerList.has('content-length')) outgoing.setHeader('Content-Length', size);
  setStatus(outgoing, response);
  captured.complete();
  captured.resolve(isChanged ? captured.withHead(response) : response);
}

async function writeThrough(
  captured: CapturedResponse,
  response: HttpResponse,
  method: string,
): Promise<void> {
  const { outgoing } = captured;
  const { headers, content } = finalize(response, method);
  mergeHeaders(outgoing, headers.pairs);
  if (headers.closesConnection) outgoing.setHeader('Connection', 'close');
  setStatus(outgoing, response);
  if (content instanceof ReadableStream) {
    outgoing.flushHeaders();
    await writeChunks(outgoing, new StreamReader(content), () => {});
    if (!isClosed(outgoing)) outgoing.end();
  } else if (content === null) outgoing.end();
  else outgoing.end(bufferOf(content));
}

function setStatus(outgoing: ServerResponse, { status, statusText }: HttpResponse): void {
  outgoing.statusCode = status;
  if (statusText !== statusPhrase(status)) outgoing.statusMessage = statusText;
}
