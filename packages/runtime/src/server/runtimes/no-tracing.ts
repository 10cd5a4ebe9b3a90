// `#tracing` in a bundle for a runtime without `node:diagnostics_channel`.
import type { PipelineObserver } from '../../kernel/pipeline/observer.ts';

export const tracing: PipelineObserver = {
  attach: ({ context }) =>
    context.errors.warn('This bundle publishes nothing: "tracing" needs Node, Bun or Deno.'),
  enter: () => undefined,
};
