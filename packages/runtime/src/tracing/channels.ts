import { type Channel, channel, type TracingChannel, tracingChannel } from 'node:diagnostics_channel';
import { mayHaveStores } from '../node/internals/private-properties.ts';
import { isThenable } from '../pipeline/lazy-middleware.ts';
import type { RouteMessage, TracedMessage } from './messages.ts';

/** Each request that an application handles. */
export const requests: Traced = traced('fw-runtime:request');
/** Each middleware that a request comes to. */
export const layers: Traced = traced('fw-runtime:layer');
/** Each service that a container makes. */
export const services: Traced = traced('fw-runtime:service');
/** What routing has found, once for each request and application. */
export const routes: Channel<unknown, RouteMessage> = channel('fw-runtime:route') as Channel<
  unknown,
  RouteMessage
>;

/** Work that is published on a tracing channel. */
export interface Traced {
  /** Whether anybody has subscribed to it, or bound a store. */
  isWatched(): boolean;
  /** Publishes the work; returns or throws what it returns or throws. */
  trace(message: TracedMessage, work: () => unknown): unknown;
  /** Publishes an error of work that does not fail by it. */
  fail(message: TracedMessage, error: unknown): void;
}

function traced(name: string): Traced {
  const channels = tracingChannel<unknown, TracedMessage>(name) as TracingChannel<unknown, TracedMessage>;
  const { start, end, asyncStart, asyncEnd, error } = channels;

  const fail = (message: TracedMessage, failure: unknown): void => {
    message.error = failure;
    error.publish(message);
  };

  const perform = (message: TracedMessage, work: () => unknown): unknown => {
    try {
      const given = message.run === undefined ? work() : message.run(work);
      if (!isThenable(given)) {
        message.settle(given);
        return given;
      }
      // Another kind of thenable may do its work each time that it is asked.
      const promise = given instanceof Promise ? given : Promise.resolve(given);
      void observe(message, promise);
      return promise;
    } catch (failure) {
      message.settle(undefined);
      fail(message, failure);
      throw failure;
    } finally {
      end.publish(message);
    }
  };

  // The promise itself goes on, so that nothing comes later than it would without.
  const observe = async (message: TracedMessage, promise: Promise<unknown>): Promise<void> => {
    try {
      message.settle(await promise);
    } catch (failure) {
      message.settle(undefined);
      fail(message, failure);
    }
    asyncStart.publish(message);
    asyncEnd.publish(message);
  };

  return {
    isWatched: () =>
      start.hasSubscribers ||
      end.hasSubscribers ||
      asyncStart.hasSubscribers ||
      asyncEnd.hasSubscribers ||
      error.hasSubscribers,
    trace(message, work) {
      // It publishes the message too.
      if (hasStores(start)) return start.runStores(message, () => perform(message, work));
      start.publish(message);
      return perform(message, work);
    },
    fail,
  };
}

// `runStores` costs as much as the rest together.
function hasStores(start: Channel<unknown, unknown>): boolean {
  return start.hasSubscribers && mayHaveStores(start);
}
