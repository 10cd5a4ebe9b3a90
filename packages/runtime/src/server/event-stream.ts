import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { HttpResponse } from '../message/http-response.ts';
import type { Closing } from './closing.ts';

// For its handler to say good-bye, or to end it, when it hears that the server shuts down.
const LAST_WORDS = 100;
const EVENT_STREAM = /^text\/event-stream\s*(?:;|$)/i;

/** A stream of events that comes to its end when the server shuts down (SEMANTICS S4); any other response as it is. */
export function endingWithServer(
  response: HttpResponse,
  outgoing: ServerResponse,
  closing: Closing,
): HttpResponse {
  const { content } = response;
  if (!(content instanceof ReadableStream)) return response;
  if (!EVENT_STREAM.test(response.header('content-type') ?? '')) return response;
  // One that was read before cannot be sent, which is not told here. The types of Node 20 lack Web streams here.
  if (content.locked || Readable.isDisturbed(content as unknown as Readable)) return response;
  return response.withBody(endingStream(content, outgoing, closing));
}

function endingStream(source: ReadableStream, outgoing: ServerResponse, closing: Closing): ReadableStream {
  const reader = source.getReader();
  const cancel = (reason?: unknown): Promise<void> => reader.cancel(reason).catch(() => {});
  closing.during(outgoing, () => setTimeout(cancel, LAST_WORDS));
  return new ReadableStream(
    {
      async pull(controller) {
        // Ends also because it was cancelled.
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
}
