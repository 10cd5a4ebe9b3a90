import { ApplicationFactory, defineConfig } from 'fw-runtime/a';
import { HelloWorld } from '#application/action/hello-world';
import { Ping } from '#application/action/ping';

export default defineConfig({
  dependencies: {
    // Created without arguments.
    invokables: { HelloWorld, Ping },
    // Created by a function that takes the container, or by a class with a method "create".
    factories: { Application: ApplicationFactory },
  },
});
