import { defineConfig } from 'fw-runtime/a';
import { HelloWorld } from '#application/action/hello-world';
import { Ping } from '#application/action/ping';

export default defineConfig({
  dependencies: {
    // Created without arguments. What needs others is made by a function that takes the container, under "factories".
    invokables: { HelloWorld, Ping },
  },
});
