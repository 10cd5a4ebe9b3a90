import type { Application } from 'fw-runtime/b';
import { helloWorld } from '#app/action/hello-world';
import { Ping } from '#app/action/ping';

export default (app: Application): void => {
  app.get('/', helloWorld, 'home');
  app.get('/ping', Ping, 'ping');
};
