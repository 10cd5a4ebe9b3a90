import {
  type HttpResponse,
  JsonResponse,
  RedirectResponse,
  type ServerRequest,
  TextResponse,
} from '../../src/index.ts';
import { rule } from './builder.ts';
import type { Case, CaseApplication, Kit, SharedCase } from './case.ts';
import { around, respond } from './recipes.ts';

const ROUTERS = ['tree'] as const;
const HTTPS = 'https://example.org/in/7?a=%20b';

/** The client of a request, and its URL as a Web `Request`. */
function clientOf(request: ServerRequest): JsonResponse {
  const { ip, url, path } = request;
  const web = request.toWeb();
  const [a, b] = [web.headers.get('x-a'), request.header('x-b')];
  return new JsonResponse({ ip, url: url.href, web: web.url, a, b, path });
}

const behindProxy =
  (client: Parameters<ServerRequest['withClient']>[0]) =>
  <M>(kit: Kit<M>): CaseApplication<M> => {
    const child = kit.routed();
    child.get('/{id}', kit.handler(clientOf));
    const app = kit.app({ log: () => {} });
    app.pipe(kit.pass((request) => request.withClient(client).withHeader('X-A', '1').withAttribute('a', 1)));
    app.pipe('/in', kit.child(child));
    return app;
  };

const limited =
  (bytes: number) =>
  <M>(kit: Kit<M>): CaseApplication<M> => {
    const app = kit.app({ server: { body_limit: 10 } });
    app.pipe(kit.pass((request) => request.withBodyLimit(bytes)));
    app.pipe(kit.handler(async (request) => new TextResponse(await request.text())));
    return app;
  };

/** Shows errors to every client. */
const debugged =
  (make: (request: ServerRequest) => HttpResponse) =>
  <M>(kit: Kit<M>): CaseApplication<M> => {
    const app = kit.app({ debug: 'everyone', log: () => {} });
    app.pipe(kit.handler(make));
    return app;
  };

const clients: readonly SharedCase[] = [
  rule(
    'H1',
    'later middleware sees the client reported by a trusted proxy as ip and url, in Web requests too',
  )
    .built(behindProxy({ ip: '203.0.113.7', protocol: 'https', host: 'example.org' }))
    .get('/in/7?a=%20b', { 'x-b': '2' })
    .responds(200, { ip: '203.0.113.7', url: HTTPS, web: HTTPS, a: '1', b: '2', path: '/7' }),
  rule('H1', 'malformed values of a proxy are an error')
    .built(behindProxy({ host: 'evil.example/..' }))
    .get('/in/7')
    .responds(500),
];

const bodies: readonly SharedCase[] = [
  ['a body that its length says is larger than a limit set on the way is 413', 'x'.repeat(6), 5, 413],
  ['a body within the limit set on the way is read', 'x'.repeat(5), 5, 200],
  ["a limit set on the way never is more than the application's own", 'x'.repeat(11), 100, 413],
].map(([name, body, limit, status]) =>
  rule('S3', name as string)
    .built(limited(limit as number))
    .post('/', body as string)
    .responds(status as number),
);

const cookies: readonly SharedCase[] = [
  rule('H2', 'cookies are read by name, and set on the way back')
    .pipes(
      around((response, request) => response.withCookie('seen', request.cookies.get('a') ?? '')),
      respond(({ cookies: { size } }) => new TextResponse(`${size}`).withoutCookie('a')),
    )
    .get('/', { cookie: 'a=%C3%A9; b=2; a=3' })
    .respondsWith(
      200,
      {
        // `fetch` joins the lines differently from Node.
        'set-cookie':
          /^a=; Max-Age=0; Path=\/; Expires=[^,]+,[^,]+; HttpOnly; SameSite=Lax, ?seen=%C3%A9; Path=\/; HttpOnly; SameSite=Lax$/,
      },
      '2',
    ),
];

const answers: readonly SharedCase[] = [
  rule('H3', 'JSON of a BigInt is an error that names its key')
    .built(debugged(() => new JsonResponse({ users: [{ id: 7n }] })))
    .get('/')
    .responds(500, /The argument data\.users\[0\]\.id must be a value with a JSON form, not 7\./),
  rule('H4', 'a redirect to a path that browsers interpret as a host is an error')
    .built(debugged(({ query }) => new RedirectResponse(query.get('next') ?? '')))
    .get('/?next=/%09/evil.example')
    .respondsWith(500, { location: null }, /The argument uri must be a path on this host/),
  rule('H4', 'a redirect to a string with a scheme goes there')
    .built(debugged(({ query }) => new RedirectResponse(query.get('next') ?? '')))
    .get('/?next=https://other.example/')
    .respondsWith(302, { location: 'https://other.example/' }),
];

export const messages: readonly Case[] = [...clients, ...bodies, ...cookies, ...answers].map((item) => ({
  ...item,
  routers: ROUTERS,
}));
