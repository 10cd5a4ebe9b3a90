// Subscribes to all that an application with tracing publishes, and does nothing with it.
import { subscribe, tracingChannel } from 'node:diagnostics_channel';

const nothing = () => {};

export function hearAll() {
  const subscribers = {
    start: nothing,
    end: nothing,
    asyncStart: nothing,
    asyncEnd: nothing,
    error: nothing,
  };
  for (const name of ['request', 'layer', 'service'])
    tracingChannel(`fw-runtime:${name}`).subscribe(subscribers);
  subscribe('fw-runtime:route', nothing);
}
