// Serves the handlers of failing-application.mjs by two workers. Nothing listens for unhandled errors, which would end a worker.
import cluster from 'node:cluster';
import * as a from 'fw-runtime/a';
import * as b from 'fw-runtime/b';
import { createApplication } from './failing-application.mjs';

const { process } = globalThis;
const variant = process.env.VARIANT === 'a' ? a : b;

cluster.on('exit', () => console.log('A worker exited.'));
const app = createApplication(variant, process.env.SETUP, {});
const { url } = await app.run({ host: '127.0.0.1', port: 0, workers: 2, silent: true });
if (cluster.isPrimary) console.log(`Listening on ${url}`);
