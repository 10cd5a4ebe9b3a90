import { defineConfig, DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from 'fw-runtime/a';

export default defineConfig({
  // Higher priorities run first; the keys serve other files that change an entry.
  middleware_pipeline: {
    // What stands between the two knows the route before it is run.
    routing: { middleware: [ROUTING_MIDDLEWARE, DISPATCH_MIDDLEWARE], priority: 1 },
    // Error middleware is marked: { middleware: YourErrorMiddleware, error: true, priority: -10_000 }.
    // What none of it answers, the application answers itself.
  },
});
