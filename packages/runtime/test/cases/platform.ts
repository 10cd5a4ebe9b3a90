import { JsonResponse, type Platform, ServerRequest, TextResponse } from '../../src/index.ts';
import type { Case, CaseApplication, Kit } from './case.ts';

type Ask = (request: ServerRequest) => unknown;

const platformOf: Ask = (request) => request.platform ?? 'none';

// As JSON, because that is what a test compares.
const handedOver: Platform = { env: { name: 'site' } };

const telling =
  (ask: Ask) =>
  <M>(kit: Kit<M>): CaseApplication<M> => {
    const app = kit.app();
    app.pipe(kit.handler((request) => new JsonResponse(ask(request))));
    return app;
  };

const questions: readonly Case[] = [
  {
    rule: 'S8',
    name: 'a middleware reads it from the request',
    transports: ['fetch'],
    build: telling(platformOf),
    request: { path: '/', platform: handedOver },
    expect: { status: 200, body: handedOver },
  },
  {
    rule: 'S8',
    name: 'there is none when nothing hands anything over, as with run()',
    build: telling(({ platform, waitUntil }) => [platform ?? 'none', waitUntil ?? 'none']),
    request: { path: '/' },
    expect: { status: 200, body: ['none', 'none'] },
  },
  {
    rule: 'S8',
    name: 'changed copies of a request keep it',
    transports: ['fetch'],
    build: telling((request) =>
      platformOf(request.withAttribute('a', 1).withHeader('X-A', '1').withMethod('PUT').withPath('/b')),
    ),
    request: { path: '/', platform: handedOver },
    expect: { status: 200, body: handedOver },
  },
  {
    rule: 'S8',
    name: 'a route of a child application under a prefix reads it too',
    transports: ['fetch'],
    build: (kit) => {
      const child = kit.routed();
      child.get(
        '/{id}',
        kit.handler((request) => new JsonResponse(platformOf(request))),
      );
      const app = kit.app();
      app.pipe('/in', kit.child(child));
      return app;
    },
    request: { path: '/in/7', platform: handedOver },
    expect: { status: 200, body: handedOver },
  },
  {
    rule: 'S8',
    name: 'an application that is asked by handle() reads it from the request that it is given',
    transports: ['fetch'],
    build: (kit) => {
      const asked = telling(platformOf)(kit);
      const app = kit.app();
      app.pipe(kit.handler((request) => asked.handle(request)));
      return app;
    },
    request: { path: '/', platform: handedOver },
    expect: { status: 200, body: handedOver },
  },
  {
    rule: 'S8',
    name: 'a request that is made by hand has what it is made with',
    build: (kit) => {
      const asked = telling(platformOf)(kit);
      const app = kit.app();
      app.pipe(
        kit.handler((request) => asked.handle(new ServerRequest(request.toWeb(), { platform: handedOver }))),
      );
      return app;
    },
    request: { path: '/' },
    expect: { status: 200, body: handedOver },
  },
  {
    rule: 'S8',
    name: 'what refuses a request that cannot be routed can read it',
    transports: ['fetch'],
    build: (kit) =>
      kit.app({
        errors: { render: (_error, request) => new TextResponse(JSON.stringify(platformOf(request)), 400) },
      }),
    request: { path: '/%zz', platform: handedOver },
    expect: { status: 400, body: handedOver },
  },
];

export const platform: readonly Case[] = [
  ...questions,
  address('as Netlify and others tell it', { ip: '192.0.2.1' }, '192.0.2.1'),
  address('beside an event', { context: { ip: '192.0.2.2' } }, '192.0.2.2'),
  address('as Deno tells it', { remoteAddr: { transport: 'tcp', hostname: '::1', port: 1 } }, '::1'),
  address('as Bun tells it', { requestIP: () => ({ address: '192.0.2.3' }) }, '192.0.2.3'),
  address('as Bun tells it of a client that has gone', { requestIP: () => null }, 'unknown'),
  address('of a socket of the file system', { remoteAddr: { transport: 'unix', path: '/s' } }, 'unknown'),
  address('which is no text', { ip: 7 }, 'unknown'),
  address('of a platform that is text', 'text', 'unknown'),
];

function address(name: string, given: Platform, ip: string): Case {
  return {
    rule: 'S8',
    name: `the address of the peer, ${name}`,
    transports: ['fetch'],
    build: telling((request) => request.ip ?? 'unknown'),
    // Without `cf` the header is the client's own claim.
    request: { path: '/', platform: given, headers: { 'CF-Connecting-IP': '192.0.2.9' } },
    expect: { status: 200, body: JSON.stringify(ip) },
  };
}
