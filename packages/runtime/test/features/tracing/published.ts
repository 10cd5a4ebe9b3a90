import { subscribe, tracingChannel, type TracingChannel, unsubscribe } from 'node:diagnostics_channel';
import { onTestFinished } from 'vitest';
import type { LayerMessage, RequestMessage, RouteMessage, ServiceMessage } from '../../../src/index.ts';

const EVENTS = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const;

/** The messages of a channel, by its name. */
interface Messages {
  readonly request: RequestMessage;
  readonly layer: LayerMessage;
  readonly service: ServiceMessage;
}

type Event = (typeof EVENTS)[number];

/** Calls a function for each message of a channel, until the test is over or it is ended. */
export function watch<Name extends keyof Messages>(
  name: Name,
  told: (event: Event, message: Messages[Name]) => void,
): () => void {
  const channel = tracingChannel(`fw-runtime:${name}`) as TracingChannel<unknown, Messages[Name]>;
  const subscribers = Object.fromEntries(
    EVENTS.map((event) => [event, (message: Messages[Name]) => told(event, message)]),
  ) as unknown as Parameters<typeof channel.subscribe>[0];
  channel.subscribe(subscribers);
  const end = (): void => void channel.unsubscribe(subscribers);
  onTestFinished(end);
  return end;
}

/** The events of all requests and middleware from now on, as `auth start`; of a request as `GET /path start`. */
export function events(...names: readonly ('request' | 'layer')[]): string[] {
  const all: string[] = [];
  if (names.includes('request')) {
    watch('request', (event, { request }) => all.push(`${request.method} ${request.path} ${event}`));
  }
  if (names.includes('layer')) watch('layer', (event, { name }) => all.push(`${name} ${event}`));
  return all;
}

/** The results of routing from now on. */
export function matches(): RouteMessage[] {
  const all: RouteMessage[] = [];
  const told = (message: unknown): void => void all.push(message as RouteMessage);
  subscribe('fw-runtime:route', told);
  onTestFinished(() => void unsubscribe('fw-runtime:route', told));
  return all;
}
