import { defineConfig, DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from 'fw-runtime/a';

export default defineConfig({
  // Higher priorities run first. Another file can change an entry by its key.
  middleware_pipeline: {
    // Middleware between the two can read the matched route before it runs.
    routing: { middleware: [ROUTING_MIDDLEWARE, DISPATCH_MIDDLEWARE], priority: 1 },
    // Error middleware is marked: { middleware: YourErrorMiddleware, error: true, priority: -10_000 }.
    // The application handles errors that no error middleware handles.
  },
});
