import type { ServerResponse } from 'node:http';
import { statusPhrase } from '../../errors/http-error.ts';
import { finalize, contentSize } from '../../http/response-body.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { bytesOf, type CapturedResponse } from './captured-response.ts';
import { mergeHeaders } from '../writing/merge-headers.ts';
import { StreamReader } from '../writing/stream-reader.ts';
import { isUnhandled } from '../../pipeline/unhandled.ts';

/**
 * Answers with a response from further in, to which a middleware adds the headers that it has set. Where the middleware has put
 * its own methods in the place of `write` and `end`, the body is written through them.
 *
 * @param method of the request as it was received
 */
export async function passThrough(
  captured: CapturedResponse,
  response: HttpResponse,
  method: string,
): Promise<void> {
  // What opens a WebSocket has no body to write.
  const isWritten = response.status !== 101 && (captured.isReplaced('write') || captured.isReplaced('end'));
  if (isUnhandled(response)) captured.resolve(response);
  else if (isWritten) await writeThrough(captured, response, method);
  else addHead(captured, response);
}

// Nobody looks at the body, so it stays as it is.
function addHead(captured: CapturedResponse, response: HttpResponse): void {
  const { outgoing } = captured;
  const isChanged = outgoing.getHeaderNames().length > 0 || captured.isReplaced('writeHead');
  const { headerList } = response;
  mergeHeaders(outgoing, headerList.lines);
  const size = contentSize(response.content);
  // For those who tell of it in a log.
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
  mergeHeaders(outgoing, headers.lines);
  if (headers.closesConnection) outgoing.setHeader('Connection', 'close');
  setStatus(outgoing, response);
  if (content instanceof ReadableStream) await pump(new StreamReader(content), outgoing);
  else if (content === null) outgoing.end();
  else outgoing.end(bytesOf(content));
}

/** Writes no faster than is read. */
async function pump(reader: StreamReader, outgoing: ServerResponse): Promise<void> {
  let wake: (() => void) | undefined;
  // One listener for all, because compressing middleware never lets go of any.
  outgoing.on('drain', () => wake?.());
  outgoing.once('close', () => {
    reader.cancel();
    wake?.();
  });
  outgoing.flushHeaders();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (outgoing.destroyed) return;
    if (!outgoing.write(bytesOf(value)) && !outgoing.destroyed)
      await new Promise<void>((resolve) => (wake = resolve));
  }
  reader.end();
  outgoing.end();
}

function setStatus(outgoing: ServerResponse, { status, statusText }: HttpResponse): void {
  outgoing.statusCode = status;
  if (statusText !== statusPhrase(status)) outgoing.statusMessage = statusText;
}
