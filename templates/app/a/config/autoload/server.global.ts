import { defineConfig } from 'fw-runtime/a';

export default defineConfig({
  server: {
    host: '0.0.0.0',
    port: 8080,
    // Files in here are served as they are, before the pipeline.
    document_root: 'public',
  },
});
