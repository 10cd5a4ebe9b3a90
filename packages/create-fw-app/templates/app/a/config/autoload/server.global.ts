import { defineConfig } from 'fw-runtime/a';

export default defineConfig({
  server: {
    port: 8080,
    document_root: 'public',
    // A service or a middleware that cannot be made fails the start, and not a request.
    eager: true,
  },
});
