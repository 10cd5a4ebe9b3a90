import { defineConfig, route } from 'fw-runtime/b';
import { HelloWorld } from '#app/action/hello-world';
import { Ping } from '#app/action/ping';

export default defineConfig({
  routes: [
    // The more specific path answers, in whatever order they stand.
    route('GET', '/', HelloWorld, { name: 'home' }),
    route('GET', '/ping', Ping, { name: 'ping' }),
  ],
});
