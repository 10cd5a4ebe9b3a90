import type { Context } from '@opentelemetry/api';
import type { TracedMessage } from '../tracing/messages.ts';
import { api } from './api.ts';

/** Runs the work that a message announces within a context. */
export function runWithin(message: TracedMessage, context: Context): void {
  const { run } = message;
  message.run =
    run === undefined
      ? (work) => api.context.with(context, work)
      : (work) => api.context.with(context, () => run(work));
}
