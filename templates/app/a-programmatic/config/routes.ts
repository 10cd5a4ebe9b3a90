import type { Application } from 'fw-runtime/a';
import { helloWorld } from '#application/action/hello-world';
import { Ping } from '#application/action/ping';

export default (app: Application): void => {
  app.get('/', helloWorld, 'home');
  app.get('/ping', Ping, 'ping');
};
