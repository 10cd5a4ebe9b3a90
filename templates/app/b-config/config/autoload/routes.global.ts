import { defineConfig } from 'fw-runtime/b';
import { HelloWorld } from '#app/action/hello-world';
import { Ping } from '#app/action/ping';

export default defineConfig({
  routes: [
    { name: 'home', path: '/', middleware: HelloWorld, allowed_methods: ['GET'] },
    { name: 'ping', path: '/ping', middleware: Ping, allowed_methods: ['GET'] },
  ],
});
