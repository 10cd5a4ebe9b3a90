import { defineConfig, route } from 'fw-runtime/b';
import { helloWorld } from '#app/action/hello-world';
import { Ping } from '#app/action/ping';

export default defineConfig({
  routes: [
    // The more specific path takes precedence, in any order.
    route('GET', '/', helloWorld, { name: 'home' }),
    route('GET', '/ping', Ping, { name: 'ping' }),
  ],
});
