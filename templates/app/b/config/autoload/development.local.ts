import { defineConfig } from 'fw-runtime/b';

export default defineConfig({
  // Shows you error pages with source code and the inspector, once you have opened the URL that `dev` prints;
  // 'everyone' shows error pages to every client.
  debug: true,
});
