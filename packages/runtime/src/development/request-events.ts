import { EventStreamResponse, type ServerSentEvent } from '../message/event-stream.ts';
import type { Recorder, RecordSummary } from './recorder.ts';

// What the client waits before it connects again, in ms: soon, because the site has been restarted.
const RETRY = 500;

/** The list of requests as a stream: first all, as `list`, then each `request` as it begins and when it is answered. */
export function requestEvents(recorder: Recorder): EventStreamResponse {
  return new EventStreamResponse(eventsOf(recorder));
}

async function* eventsOf(recorder: Recorder): AsyncGenerator<ServerSentEvent, void> {
  // The newest state of each, so that a slow client keeps no more than the ring does.
  const waiting = new Map<string, RecordSummary>();
  let wake: (() => void) | undefined;
  const unsubscribe = recorder.subscribe((summary) => {
    waiting.set(summary.id, summary);
    if (waiting.size > 200) waiting.delete(waiting.keys().next().value as string);
    wake?.();
  });
  try {
    yield { event: 'list', data: recorder.list(), retry: RETRY };
    for (;;) {
      if (waiting.size === 0) await new Promise<void>((resolve) => (wake = resolve));
      const summaries = [...waiting.values()];
      waiting.clear();
      for (const data of summaries) yield { event: 'request', data };
    }
  } finally {
    unsubscribe();
  }
}
