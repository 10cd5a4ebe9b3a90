import { JsonResponse, type Platform, ServerRequest, TextResponse } from '../../src/index.ts';
import { rule } from './builder.ts';
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
  rule('S8', 'a middleware reads it from the request')
    .transports('fetch')
    .built(telling(platformOf))
    .sends({ path: '/', platform: handedOver })
    .responds(200, handedOver),
  rule('S8', 'a request has no platform when nothing passes one, as with run()')
    .built(telling(({ platform, waitUntil }) => [platform ?? 'none', waitUntil ?? 'none']))
    .get('/')
    .responds(200, ['none', 'none']),
  rule('S8', 'changed copies of a request keep it')
    .transports('fetch')
    .built(
      telling((request) =>
        platformOf(request.withAttribute('a', 1).withHeader('X-A', '1').withMethod('PUT').withPath('/b')),
      ),
    )
    .sends({ path: '/', platform: handedOver })
    .responds(200, handedOver),
  rule('S8', 'a route of a child application under a prefix reads it too')
    .transports('fetch')
    .app((app, kit) => {
      const child = kit.routed();
      child.get(
        '/{id}',
        kit.handler((request) => new JsonResponse(platformOf(request))),
      );
      app.pipe('/in', kit.child(child));
    })
    .sends({ path: '/in/7', platform: handedOver })
    .responds(200, handedOver),
  rule('S8', 'an application called by handle() reads it from the request that it is given')
    .transports('fetch')
    .app((app, kit) => {
      const asked = telling(platformOf)(kit);
      app.pipe(kit.handler((request) => asked.handle(request)));
    })
    .sends({ path: '/', platform: handedOver })
    .responds(200, handedOver),
  rule('S8', 'a request created by hand has its own platform')
    .app((app, kit) => {
      const asked = telling(platformOf)(kit);
      app.pipe(
        kit.handler((request) => asked.handle(new ServerRequest(request.toWeb(), { platform: handedOver }))),
      );
    })
    .get('/')
    .responds(200, handedOver),
  rule('S8', 'the error renderer of a request that cannot be routed can read it')
    .transports('fetch')
    .options({
      errors: { render: (_error, request) => new TextResponse(JSON.stringify(platformOf(request)), 400) },
    })
    .sends({ path: '/%zz', platform: handedOver })
    .responds(400, handedOver),
];

export const platform: readonly Case[] = [
  ...questions,
  address('as Netlify and others pass it', { ip: '192.0.2.1' }, '192.0.2.1'),
  address('beside an event', { context: { ip: '192.0.2.2' } }, '192.0.2.2'),
  address('as Deno passes it', { remoteAddr: { transport: 'tcp', hostname: '::1', port: 1 } }, '::1'),
  address('as Bun returns it', { requestIP: () => ({ address: '192.0.2.3' }) }, '192.0.2.3'),
  address('as Bun returns it for a disconnected client', { requestIP: () => null }, 'unknown'),
  address('of a socket of the file system', { remoteAddr: { transport: 'unix', path: '/s' } }, 'unknown'),
  address('which is no text', { ip: 7 }, 'unknown'),
  address('of a platform that is text', 'text', 'unknown'),
];

function address(name: string, given: Platform, ip: string): Case {
  return (
    rule('S8', `the address of the peer, ${name}`)
      .transports('fetch')
      .built(telling((request) => request.ip ?? 'unknown'))
      // Without `cf` the header is the client's own claim.
      .sends({ path: '/', platform: given, headers: { 'CF-Connecting-IP': '192.0.2.9' } })
      .responds(200, JSON.stringify(ip))
  );
}
