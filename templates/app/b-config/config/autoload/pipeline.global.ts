import { defineConfig, DISPATCH_MIDDLEWARE, ErrorHandler, ROUTING_MIDDLEWARE } from 'fw-runtime/b';

export default defineConfig({
  // Higher priorities run first. Another file can change an entry by its key.
  middleware_pipeline: {
    // Turns errors that the middleware below throws into responses.
    errors: { middleware: ErrorHandler, priority: 10_000 },
    // Middleware between the two can read the matched route before it runs.
    routing: { middleware: [ROUTING_MIDDLEWARE, DISPATCH_MIDDLEWARE], priority: 1 },
  },
});
