import { defineConfig } from 'fw-runtime/b';
import { HelloWorld } from '#app/action/hello-world';
import { Ping } from '#app/action/ping';

export default defineConfig({
  dependencies: {
    // Created without arguments. What needs others is made by a function that takes the container, under "factories".
    invokables: { HelloWorld, Ping },
  },
});
