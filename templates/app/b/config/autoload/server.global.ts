import { defineConfig } from 'fw-runtime/b';

export default defineConfig({
  server: {
    port: 8080,
    document_root: 'public',
    // Create services and middleware at startup, so that errors fail the start instead of a request.
    eager: true,
  },
});
