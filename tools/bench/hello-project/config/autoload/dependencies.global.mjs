import { ApplicationFactory, defineConfig } from 'fw-runtime/b';
import { HelloWorld } from '../../hello-world.mjs';

export default defineConfig({
  dependencies: { invokables: { HelloWorld }, factories: { Application: ApplicationFactory } },
});
