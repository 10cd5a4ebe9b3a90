import { defineConfig, DISPATCH_MIDDLEWARE, ErrorHandler, ROUTING_MIDDLEWARE } from 'fw-runtime/b';

export default defineConfig({
  // Higher priorities run first; the keys serve other files that change an entry.
  middleware_pipeline: {
    // Turns what is thrown further in into a response.
    errors: { middleware: ErrorHandler, priority: 10_000 },
    // What stands between the two knows the route before it is run.
    routing: { middleware: [ROUTING_MIDDLEWARE, DISPATCH_MIDDLEWARE], priority: 1 },
  },
});
