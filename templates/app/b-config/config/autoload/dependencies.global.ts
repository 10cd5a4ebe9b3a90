import { ApplicationFactory, defineConfig } from 'fw-runtime/b';

export default defineConfig({
  dependencies: {
    // Services, as in `invokables: { Clock }`; handlers and middleware need no entry.
    factories: { Application: ApplicationFactory },
  },
});
