import { defineConfig } from 'fw-runtime/a';
import { HelloWorld } from '#application/action/hello-world';
import { Ping } from '#application/action/ping';

export default defineConfig({
  routes: [
    { name: 'home', path: '/', middleware: HelloWorld, allowed_methods: ['GET'] },
    { name: 'ping', path: '/ping', middleware: Ping, allowed_methods: ['GET'] },
  ],
});
