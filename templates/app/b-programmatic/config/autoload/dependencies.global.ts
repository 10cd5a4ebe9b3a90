import { defineConfig } from 'fw-runtime/b';

export default defineConfig({
  // Services, as in `invokables: { Clock }`; handlers and middleware need no entry.
  dependencies: {},
});
