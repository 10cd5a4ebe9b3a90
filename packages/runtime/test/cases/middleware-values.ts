import { HttpResponse, TextResponse } from '../../src/index.ts';
import type { SharedCase } from './case.ts';

// A service that its class stands for.
class Ada {
  readonly name = 'Ada';
}

export const middlewareValues: readonly SharedCase[] = [
  {
    rule: 'M1',
    name: 'a function is middleware',
    build(kit) {
      const app = kit.app();
      app.pipe(kit.answer('function'));
      return app;
    },
    request: { path: '/' },
    expect: { status: 200, body: 'function' },
  },
  {
    rule: 'M1',
    name: 'a class is middleware',
    build(kit) {
      const app = kit.routed();
      app.get('/', kit.middlewareClass('class'));
      return app;
    },
    request: { path: '/' },
    expect: { status: 200, body: 'class' },
  },
  {
    rule: 'M1',
    name: 'a service name is middleware',
    build(kit) {
      const app = kit.routed({ services: { Ping: kit.answer('service') } });
      app.get('/', kit.service('Ping'));
      return app;
    },
    request: { path: '/' },
    expect: { status: 200, body: 'service' },
  },
  {
    rule: 'M1',
    name: 'an application is middleware',
    build(kit) {
      const child = kit.routed();
      child.get('/', kit.answer('child'));
      const app = kit.app();
      app.pipe(kit.child(child));
      return app;
    },
    request: { path: '/' },
    expect: { status: 200, body: 'child' },
  },
  {
    rule: 'M1',
    name: 'arrays are pipelines, to any depth',
    build(kit) {
      const app = kit.routed();
      app.get(
        '/',
        kit.list(
          kit.mark('one'),
          kit.list(kit.mark('two'), kit.list(kit.mark('three'))),
          kit.mark('four'),
          kit.trace(),
        ),
      );
      return app;
    },
    request: { path: '/' },
    expect: { status: 200, body: 'one two three four' },
  },
  {
    rule: 'M1',
    name: 'the forms may be mixed in an array',
    build(kit) {
      const app = kit.app({ services: { Mark: kit.mark('service') } });
      app.pipe(kit.list(kit.mark('function'), kit.service('Mark'), kit.trace()));
      return app;
    },
    request: { path: '/' },
    expect: { status: 200, body: 'function service' },
  },
  {
    rule: 'M2',
    name: 'a class that the container knows by its name is that service',
    build(kit) {
      const app = kit.app({ services: { Answering: kit.answer('from the container') } });
      app.pipe(kit.middlewareClass('instantiated'));
      return app;
    },
    request: { path: '/' },
    expect: { status: 200, body: 'from the container' },
  },
  {
    rule: 'M2',
    name: 'a class is made with the services that its static inject lists, in their order',
    build(kit) {
      const app = kit.routed({ services: { greeting: 'Hello', Ada } });
      app.get(
        '/',
        kit.injectedClass(
          ['greeting', Ada],
          (greeting, ada) => `${String(greeting)}, ${(ada as typeof Ada).name}!`,
        ),
      );
      return app;
    },
    request: { path: '/' },
    expect: { status: 200, body: 'Hello, Ada!' },
  },
  {
    rule: 'M2',
    name: 'a class is made when the services that it asks for have come',
    build(kit) {
      const app = kit.app({ services: { db: Promise.resolve('the database'), clock: 'a clock' } });
      app.pipe(kit.injectedClass(['db', 'clock'], (db, clock) => `${String(db)} and ${String(clock)}`));
      return app;
    },
    request: { path: '/' },
    expect: { status: 200, body: 'the database and a clock' },
  },
  {
    rule: 'M2',
    name: 'a class that asks for services is an error where there is no container',
    build(kit) {
      const app = kit.app({ debug: true });
      app.pipe(kit.injectedClass(['greeting', Ada], () => 'never'));
      return app;
    },
    request: { path: '/' },
    expect: {
      status: 500,
      body: /The class Injected needs the services greeting, Ada, but this application has no container; pass one to/,
    },
  },
  {
    rule: 'M2',
    name: 'a name without a service is an error that names it',
    build(kit) {
      const app = kit.app({ debug: true, services: {} });
      app.pipe(kit.service('Unknown'));
      return app;
    },
    request: { path: '/' },
    expect: {
      status: 500,
      body: /"Unknown" is neither callable, nor a service of the container, nor a class/,
    },
  },
  {
    rule: 'M3',
    name: 'an unknown name that is never invoked does no harm',
    build(kit) {
      const app = kit.routed();
      app.get('/broken', kit.service('Unknown'));
      app.get('/', kit.answer('fine'));
      app.pipe(kit.service('AlsoUnknown'));
      return app;
    },
    request: { path: '/' },
    expect: { status: 200, body: 'fine' },
  },
  {
    rule: 'M3',
    name: 'an unknown name fails when it is invoked',
    build(kit) {
      const app = kit.routed();
      app.get('/broken', kit.service('Unknown'));
      return app;
    },
    request: { path: '/broken' },
    expect: { status: 500 },
  },
  {
    rule: 'M3',
    name: 'a service may be a promise',
    build(kit) {
      const app = kit.app({ services: { Later: Promise.resolve(kit.answer('later')) } });
      app.pipe(kit.service('Later'));
      return app;
    },
    request: { path: '/' },
    expect: { status: 200, body: 'later' },
  },
  {
    rule: 'M4',
    name: 'a Web Response is an answer',
    build(kit) {
      const app = kit.app();
      app.pipe(kit.handler(() => new Response('web', { status: 201, headers: { 'X-Web': 'yes' } })));
      return app;
    },
    request: { path: '/' },
    expect: { status: 201, headers: { 'x-web': 'yes' }, body: 'web' },
  },
  {
    rule: 'M4',
    name: 'outer middleware gets an HttpResponse for a Web Response',
    build(kit) {
      const app = kit.app();
      app.pipe(
        kit.around((response) => response.withHeader('X-Is', String(response instanceof HttpResponse))),
      );
      app.pipe(kit.handler(async () => Response.json({ web: true })));
      return app;
    },
    request: { path: '/' },
    expect: {
      status: 200,
      headers: { 'x-is': 'true', 'content-type': 'application/json' },
      body: { web: true },
    },
  },
  {
    rule: 'M4',
    name: 'a Web Response keeps its body when outer middleware changes its status',
    build(kit) {
      const app = kit.app();
      app.pipe(kit.around((response) => response.withStatus(202)));
      app.pipe(kit.handler(() => new Response('streamed')));
      return app;
    },
    request: { path: '/' },
    expect: { status: 202, body: 'streamed' },
  },
  {
    rule: 'M5',
    name: 'a service that is no middleware is an error that names it',
    build(kit) {
      const app = kit.app({ debug: true, services: { Database: { query: () => [] } } });
      app.pipe(kit.service('Database'));
      return app;
    },
    request: { path: '/' },
    expect: { status: 500, body: /Lazy-loaded middleware "Database" is not invokable/ },
  },
  {
    rule: 'M5',
    name: 'a promised service that is no middleware is the same error',
    build(kit) {
      const app = kit.app({ debug: true, services: { Database: Promise.resolve(42) } });
      app.pipe(kit.service('Database'));
      return app;
    },
    request: { path: '/' },
    expect: { status: 500, body: /Lazy-loaded middleware "Database" is not invokable/ },
  },
  {
    rule: 'M5',
    name: 'without debug the client does not learn which service is wrong',
    build(kit) {
      const app = kit.app({ services: { Database: 42 } });
      app.pipe(kit.service('Database'));
      app.pipe(kit.handler(() => new TextResponse('never')));
      return app;
    },
    request: { path: '/' },
    expect: { status: 500, body: '500 Internal Server Error\n' },
  },
];
