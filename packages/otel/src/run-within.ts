import { type Context, context as contexts } from '@opentelemetry/api';
import type { TracedMessage } from 'fw-runtime';

/** Runs the work that a message announces within a context. */
export function runWithin(message: TracedMessage, context: Context): void {
  const { run } = message;
  message.run =
    run === undefined
      ? (work) => contexts.with(context, work)
      : (work) => contexts.with(context, () => run(work));
}
