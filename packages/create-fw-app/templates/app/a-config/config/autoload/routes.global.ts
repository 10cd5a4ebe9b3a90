import { defineConfig, route } from 'fw-runtime/a';
import { HelloWorld } from '#application/action/hello-world';
import { Ping } from '#application/action/ping';

export default defineConfig({
  routes: [
    // The more specific path answers, in whatever order they stand.
    route('GET', '/', HelloWorld, { name: 'home' }),
    route('GET', '/ping', Ping, { name: 'ping' }),
  ],
});
