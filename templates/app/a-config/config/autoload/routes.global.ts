import { defineConfig, route } from 'fw-runtime/a';
import { helloWorld } from '#application/action/hello-world';
import { Ping } from '#application/action/ping';

export default defineConfig({
  routes: [
    // The more specific path takes precedence, in any order.
    route('GET', '/', helloWorld, { name: 'home' }),
    route('GET', '/ping', Ping, { name: 'ping' }),
  ],
});
