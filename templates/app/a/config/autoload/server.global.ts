import { defineConfig } from 'fw-runtime/a';

export default defineConfig({
  server: {
    host: '0.0.0.0',
    port: 8080,
    document_root: 'public',
    // What cannot be made of services and middleware fails the start, and not a request.
    eager: true,
  },
});
