import { Application, defineConfig, ErrorHandler } from 'fw-runtime/b';

export default defineConfig({
  middleware_pipeline: {
    errors: { middleware: ErrorHandler, priority: 10_000 },
    routing: { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE], priority: 1 },
  },
});
