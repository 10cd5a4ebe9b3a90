import { defineConfig } from 'fw-runtime/b';
import { HelloWorld } from '../../hello-world.mjs';

export default defineConfig({
  routes: [{ name: 'text', path: '/text', middleware: HelloWorld, allowed_methods: ['GET'] }],
});
