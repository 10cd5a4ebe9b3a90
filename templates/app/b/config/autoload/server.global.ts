import { defineConfig } from 'fw-runtime/b';

export default defineConfig({
  server: {
    host: '0.0.0.0',
    port: 8080,
    // Files in here are served as they are, before the pipeline.
    document_root: 'public',
    // What cannot be made of services and middleware fails the start, and not a request.
    eager: true,
  },
});
