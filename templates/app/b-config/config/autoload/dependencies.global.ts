import { ApplicationFactory, defineConfig } from 'fw-runtime/b';
import { HelloWorld } from '#app/action/hello-world';
import { Ping } from '#app/action/ping';

export default defineConfig({
  dependencies: {
    // Created without arguments.
    invokables: { HelloWorld, Ping },
    // Created by a function that takes the container, or by a class with a method "create".
    factories: { Application: ApplicationFactory },
  },
});
