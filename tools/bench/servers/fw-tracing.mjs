// Subscribes to all events of an application with tracing, and ignores them.
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
