import type { Application } from 'fw-runtime/b';
import { HelloWorld } from '#app/action/hello-world';
import { Ping } from '#app/action/ping';

export default (app: Application): void => {
  app.get('/', HelloWorld, 'home');
  app.get('/ping', Ping, 'ping');
};
