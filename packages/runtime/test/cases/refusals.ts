import { TextResponse } from '../../src/index.ts';
import type { CaseApplication, Kit, SharedCase } from './case.ts';

const TOO_LARGE = {
  method: 'POST',
  path: '/page',
  headers: { 'content-length': '11' },
  body: 'x'.repeat(11),
};
const MALFORMED = { path: '/%' };
const SERVER = { server: { body_limit: 10 } };

/** Leaves a name and the path that it saw in a header of the response. */
function seeing<M>(kit: Kit<M>, name: string): M {
  return kit.around((response, request) => {
    const seen = [response.header('x-seen'), `${name}:${request.path}:${response.status}`];
    return response.withHeader('X-Seen', seen.filter((item) => item !== undefined).join(' '));
  });
}

/** An application whose layers all say what they saw, before, in and after routing. */
function site<M>(kit: Kit<M>): CaseApplication<M> {
  const app = kit.app(SERVER);
  app.pipe(outermost(kit));
  app.pipe('/page', seeing(kit, 'prefixed'));
  app.pipe(kit.list(seeing(kit, 'array'), kit.list(seeing(kit, 'inner'))));
  const child = kit.app();
  child.pipe(seeing(kit, 'child'));
  child.get('/', kit.answer('the route of the child'));
  child.pipe(kit.routing);
  child.pipe(kit.dispatch);
  child.pipe(seeing(kit, 'childs-last'));
  app.pipe(kit.child(child));
  app.pipe(kit.list(seeing(kit, 'last'), kit.routing, seeing(kit, 'after'), kit.dispatch));
  app.get('/', kit.answer('home'));
  app.post('/page', kit.answer('posted'));
  return app;
}

function outermost<M>(kit: Kit<M>): M {
  return kit.around((response) => response.withHeader('Access-Control-Allow-Origin', '*'));
}

export const refusals: readonly SharedCase[] = [
  {
    rule: 'E6',
    name: 'a malformed path passes the layers before routing that stand for every path, which see "/"',
    build: site,
    request: MALFORMED,
    expect: {
      status: 400,
      headers: {
        'access-control-allow-origin': '*',
        'x-seen': 'last:/:400 child:/:400 inner:/:400 array:/:400',
      },
      body: /^400 Bad Request\n/,
    },
  },
  {
    rule: 'E6',
    name: 'a body whose length is beyond the limit passes the same layers, which see its path',
    build: site,
    request: TOO_LARGE,
    expect: {
      status: 413,
      headers: {
        'access-control-allow-origin': '*',
        'x-seen': 'last:/page:413 child:/page:413 inner:/page:413 array:/page:413',
      },
      body: /^413 Content Too Large\n/,
    },
  },
  {
    rule: 'E6',
    name: 'the same application routes what can be routed',
    build: site,
    request: { method: 'POST', path: '/page', body: 'x' },
    expect: { status: 200, headers: { 'access-control-allow-origin': '*' }, body: 'posted' },
  },
  ...[MALFORMED, TOO_LARGE].flatMap((request): SharedCase[] => {
    const status = request === MALFORMED ? 400 : 413;
    return [
      {
        rule: 'E6',
        name: `a layer before routing that answers everything does not answer it: ${status}`,
        build(kit) {
          const app = kit.app(SERVER);
          app.pipe(outermost(kit));
          app.pipe(kit.answer('everything'));
          app.pipe(kit.routing);
          return app;
        },
        request,
        expect: { status, headers: { 'access-control-allow-origin': '*' } },
      },
      {
        rule: 'E6',
        name: `a layer before routing that fails does not make another error of it: ${status}`,
        build(kit) {
          const app = kit.app(SERVER);
          app.pipe(outermost(kit));
          app.pipe(kit.throws(new Error('it looked at the path')));
          app.pipe(kit.routing);
          return app;
        },
        request,
        expect: { status, headers: { 'access-control-allow-origin': '*' } },
      },
      {
        rule: 'E6',
        name: `without routing the last layer, which answers, does not run, and those before it do: ${status}`,
        build(kit) {
          const app = kit.app(SERVER);
          app.pipe(outermost(kit));
          app.pipe(kit.answer('everything'));
          return app;
        },
        request,
        expect: { status, headers: { 'access-control-allow-origin': '*' } },
      },
      {
        rule: 'E6',
        name: `an application without layers refuses it: ${status}`,
        build: (kit) => kit.app(SERVER),
        request,
        expect: { status },
      },
      {
        rule: 'E6',
        name: `an application of one layer refuses it: ${status}`,
        build(kit) {
          const app = kit.app(SERVER);
          app.pipe(kit.answer('everything'));
          return app;
        },
        request,
        expect: { status },
      },
      {
        rule: 'E6',
        name: `routing under a path prefix does not run: ${status}`,
        build(kit) {
          const app = kit.app(SERVER);
          app.pipe(outermost(kit));
          app.pipe('/', kit.list(kit.pass()));
          app.pipe('/page', kit.list(kit.routing, kit.dispatch));
          app.pipe(kit.answer('everything else'));
          app.post('/', kit.answer('routed'));
          return app;
        },
        request,
        expect: { status, headers: { 'access-control-allow-origin': '*' } },
      },
      {
        rule: 'E6',
        name: `a child that is asked by handle() refuses it too: ${status}`,
        build(kit) {
          const child = kit.routed();
          child.any('/', kit.answer('child'));
          child.any('/page', kit.answer('child'));
          const app = kit.app(SERVER);
          app.pipe(outermost(kit));
          app.pipe(kit.handler((request_) => child.handle(request_)));
          app.pipe(kit.routing);
          return app;
        },
        request,
        expect: { status, headers: { 'access-control-allow-origin': '*' } },
      },
    ];
  }),
  {
    rule: 'E6',
    name: 'the body of what is refused cannot be read by the layers that see it',
    build(kit) {
      const app = kit.app(SERVER);
      app.pipe(
        kit.handler(async (request) => {
          const text = await request.text();
          return new TextResponse(`read ${text.length}`);
        }),
      );
      app.pipe(kit.routing);
      return app;
    },
    request: TOO_LARGE,
    expect: { status: 413, body: /10 bytes/ },
  },
];
