import { defineConfig } from 'fw-runtime/a';

export default defineConfig({
  // Shows the inside of errors to clients on this machine, and so to all who come through a proxy on it;
  // 'everyone' shows it to whoever asks.
  debug: true,
});
