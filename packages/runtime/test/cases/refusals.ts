import { rule } from './builder.ts';
import type { CaseApplication, Kit, SharedCase } from './case.ts';
import { around, dispatch, list, pass, respond, routing, throws } from './recipes.ts';

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

/** An application whose middleware reports the requests that it sees, before, in and after routing. */
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

const CORS = { 'access-control-allow-origin': '*' };

const outermost = around((response) => response.withHeader('Access-Control-Allow-Origin', '*'));

export const refusals: readonly SharedCase[] = [
  rule(
    'E6',
    'a malformed path runs the middleware before routing that is registered for every path, with the path "/"',
  )
    .built(site)
    .sends(MALFORMED)
    .respondsWith(
      400,
      {
        ...CORS,
        'x-seen': 'last:/:400 child:/:400 inner:/:400 array:/:400',
      },
      /^400 Bad Request\n/,
    ),
  rule('E6', 'a body whose length exceeds the limit runs the same middleware, with its own path')
    .built(site)
    .sends(TOO_LARGE)
    .respondsWith(
      413,
      {
        ...CORS,
        'x-seen': 'last:/page:413 child:/page:413 inner:/page:413 array:/page:413',
      },
      /^413 Content Too Large\n/,
    ),
  rule('E6', 'the same application routes valid requests')
    .built(site)
    .post('/page', 'x')
    .respondsWith(200, CORS, 'posted'),
  ...[MALFORMED, TOO_LARGE].flatMap((request): SharedCase[] => {
    const status = request === MALFORMED ? 400 : 413;
    return [
      rule(
        'E6',
        `middleware before routing that handles everything does not replace the rejection: ${status}`,
      )
        .options(SERVER)
        .pipes(outermost, 'everything', routing)
        .sends(request)
        .respondsWith(status, CORS),
      rule('E6', `middleware before routing that throws does not replace the rejection: ${status}`)
        .options(SERVER)
        .pipes(outermost, throws(new Error('it looked at the path')), routing)
        .sends(request)
        .respondsWith(status, CORS),
      rule('E6', `without routing, the last middleware does not run, and those before it do: ${status}`)
        .options(SERVER)
        .pipes(outermost, 'everything')
        .sends(request)
        .respondsWith(status, CORS),
      rule('E6', `an application without middleware rejects the request: ${status}`)
        .options(SERVER)
        .sends(request)
        .responds(status),
      rule('E6', `an application with one middleware rejects the request: ${status}`)
        .options(SERVER)
        .pipes('everything')
        .sends(request)
        .responds(status),
      rule('E6', `routing under a path prefix does not run: ${status}`)
        .options(SERVER)
        .pipes(outermost, { '/': list(pass()), '/page': list(routing, dispatch) }, 'everything else')
        .app((app, kit) => app.post('/', kit.answer('routed')))
        .sends(request)
        .respondsWith(status, CORS),
      rule('E6', `a child application called by handle() rejects the request too: ${status}`)
        .options(SERVER)
        .app((app, kit) => {
          const child = kit.routed();
          child.any('/', kit.answer('child'));
          child.any('/page', kit.answer('child'));
          app.pipe(outermost(kit));
          app.pipe(kit.handler((request_) => child.handle(request_)));
          app.pipe(kit.routing);
        })
        .sends(request)
        .respondsWith(status, CORS),
    ];
  }),
  rule('E6', 'middleware cannot read the body of a rejected request')
    .options(SERVER)
    .pipes(
      respond(async (request) => `read ${(await request.text()).length}`),
      routing,
    )
    .sends(TOO_LARGE)
    .responds(413, /10 bytes/),
];
