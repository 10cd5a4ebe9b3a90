import type { Application } from 'fw-runtime/a';
import { HelloWorld } from '#application/action/hello-world';
import { Ping } from '#application/action/ping';

export default (app: Application): void => {
  app.get('/', HelloWorld, 'home');
  app.get('/ping', Ping, 'ping');
};
