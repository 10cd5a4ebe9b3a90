import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Application, FileResponse, JsonResponse, ServerRequest, TextResponse } from 'fw-runtime/b';
import type { RouterInterface, ServerRequestInit, SharedMiddleware } from 'fw-runtime';
import { contract } from 'fw-runtime/contract';
import { canonicalPath } from 'fw-runtime/internal';
import { toNodeHandler } from 'fw-runtime/node';
import { accessLog } from 'fw-middleware/access-log';
import { basicAuth } from 'fw-middleware/basic-auth';
import { bearerAuth } from 'fw-middleware/bearer-auth';
import { compression } from 'fw-middleware/compression';
import { cors } from 'fw-middleware/cors';
import { csrf } from 'fw-middleware/csrf';
import { etag } from 'fw-middleware/etag';
import { jwt } from 'fw-middleware/jwt';
import { negotiate } from 'fw-middleware/negotiate';
import { rateLimit } from 'fw-middleware/rate-limit';
import { requestId } from 'fw-middleware/request-id';
import { getSession, session } from 'fw-middleware/session';
import { staticFiles } from 'fw-middleware/static';
import { trustedProxy } from 'fw-middleware/trusted-proxy';
import { z } from 'zod';
import { endToEnd } from '../../../packages/middleware/src/proxy/hop-by-hop.ts';
import { FindMyWayRouter } from '../../../packages/runtime/src/kernel/router/find-my-way-router.ts';
import { PathToRegexpRouter } from '../../../packages/runtime/src/kernel/router/path-to-regexp-router.ts';
import { Rou3Router } from '../../../packages/runtime/src/kernel/router/rou3-router.ts';

/** A function in the packages that reads client input. */
export interface Parser {
  readonly name: string;
  /** What its grammar may begin with. */
  readonly prefixes: readonly string[];
  /** Changes what the text must not have, in its parts, so that only the parser is measured. */
  readonly clean?: (part: string) => string;
  /** @returns what it makes of the text; throws what it throws */
  read(text: string): unknown;
}

export const SECRET = 'a secret of forty characters for a test.';
const ADDRESS = { ip: '10.0.0.1' };
const TEN_MEGABYTES = 10_000_000;

/** A string as the value of a header, with the characters that a header may have. */
export const inHeader = (text: string): string => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, 'é');

/**
 * A string in a target, as a client sends it: with escapes, because `URL` of Node takes long to write them.
 */
const inPath = (text: string): string =>
  text.toWellFormed().replaceAll(/[^\x21-\x7e]+|[#?]/g, (part) => encodeURIComponent(part));

const inTarget = (text: string): string => inHeader(text).replaceAll(/[\t ]/g, '');

export const inQuery = (text: string): string => text.toWellFormed().replaceAll('#', '');

const base64 = (text: string): string => Buffer.from(text).toString('base64');

export function app(
  middleware: readonly SharedMiddleware[] = [],
  router?: RouterInterface,
  tracing = false,
): Application {
  const application = new Application({
    log: () => {},
    tracing,
    server: { body_limit: TEN_MEGABYTES },
    ...(router && { router }),
  });
  for (const each of middleware) application.pipe(each);
  return application.pipeRoutingMiddleware().pipeDispatchMiddleware();
}

/** Sends requests to an application, and returns the response as a string. */
export function sending(
  application: Application,
  init: (text: string) => ServerRequestInit & { readonly path?: string },
): (text: string) => Promise<string> {
  return async (text) => {
    const { path = '/', ...given } = init(text);
    const response = await application.request(path, { platform: ADDRESS, ...given });
    return `${response.status} ${[...response.headers].join()} ${await response.text()}`;
  };
}

/** A parser of one header, within an application with a page at `/`. */
export function header(
  name: string,
  middleware: readonly SharedMiddleware[],
  prefixes: readonly string[] = [],
  init: ServerRequestInit = {},
): Parser {
  const application = app(middleware);
  const page = () => new TextResponse('page'.repeat(400));
  application.get('/', page);
  application.post('/', page);
  const read = sending(application, (text) => ({
    ...init,
    headers: { ...(init.headers as object), [name]: inHeader(text) },
  }));
  return {
    name: `${name}${middleware.length > 0 ? ` of ${middleware.map((each) => each.name || 'middleware').join()}` : ''}`,
    prefixes,
    clean: inHeader,
    read,
  };
}

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=b';

/** The bytes of a string, in chunks of these sizes, in turn. */
function inChunks(text: string, sizes: readonly number[]): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(text);
  let [start, count] = [0, 0];
  return new ReadableStream({
    pull(controller) {
      const size = sizes[count++ % sizes.length] as number;
      if (start < bytes.length) controller.enqueue(new Uint8Array(bytes.subarray(start, start + size)));
      start += size;
      if (start >= bytes.length) controller.close();
    },
  });
}

/** A parser of bodies of one type. */
function body(
  name: string,
  type: string,
  read: (request: ServerRequest) => unknown,
  toBody: (text: string) => string | ReadableStream<Uint8Array> = (text) => text,
  prefixes: readonly string[] = [],
): Parser {
  const application = app();
  application.post(
    '/',
    async (request: ServerRequest) => new TextResponse(String(await read(request)).slice(0, 1000)),
  );
  const headers = { 'Content-Type': type };
  return {
    name,
    prefixes,
    read: sending(application, (text) => ({ method: 'POST', headers, body: toBody(text), duplex: 'half' })),
  };
}

async function countParts(request: ServerRequest): Promise<number> {
  let count = 0;
  for await (const part of request.parts({ files: 10_000, fields: 10_000 })) count += part.name.length;
  return count;
}

const formOf = async (request: ServerRequest): Promise<unknown> => [...(await request.formData()).keys()];

const Item = z.object({ name: z.string().max(10), n: z.number() });
const schema = z.strictObject({
  list: z.array(Item).max(100),
  tags: z.array(z.string()),
  a: z.string(),
  nested: z.record(z.string(), z.int()),
});

function contractOf(type: string): Parser['read'] {
  const application = app();
  application.post(
    '/',
    contract({ body: { [type.split(';')[0] as string]: schema } } as object).handle(
      () => new TextResponse('valid'),
    ) as never,
  );
  return sending(application, (text) => ({ method: 'POST', headers: { 'Content-Type': type }, body: text }));
}

/** A request as Node's server passes it on, so that the limit of its headers doesn't count. */
export function incomingWith(url: string, headers: Readonly<Record<string, string>>): IncomingMessage {
  const incoming = new IncomingMessage(new Socket());
  const rawHeaders = Object.entries(headers).flat();
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  Object.defineProperty(incoming, 'headers', { value: Object.fromEntries(lowerCase) });
  return Object.assign(incoming, {
    method: 'GET',
    url,
    rawHeaders,
    httpVersionMajor: 1,
    httpVersion: '1.1',
    complete: true,
  });
}

/** Sends requests to an application as Node's server does. */
export function onNode(
  application: Application,
  toRequest: (text: string) => IncomingMessage,
): Parser['read'] {
  const handle = toNodeHandler(application);
  return (text) => {
    const incoming = toRequest(text);
    const outgoing = new ServerResponse(incoming);
    return new Promise((resolve) => {
      outgoing.end = ((chunk: unknown) => (resolve(String(chunk)), outgoing)) as typeof outgoing.end;
      handle(incoming, outgoing);
    });
  };
}

const toPath = (text: string): IncomingMessage => incomingWith(`/${inPath(text)}`, { Host: 'site.test' });

const ROUTES = [
  '/a/{id}',
  '/a/{id:\\d+}',
  '/b/{name:(?:a|aa)+}',
  '/c/{x}-{y}.{z}',
  '/d/{date:\\d{4}-\\d\\d}/{rest:.+}',
  '/e/{s:[a-z]*.[a-z]*}',
];

function routing(name: string, router: RouterInterface): Parser {
  const application = app([], router);
  for (const path of ROUTES) application.get(path, ({ params }) => new JsonResponse(Object.keys(params)));
  const read = onNode(application, toPath);
  return { name: `paths of ${name}`, prefixes: ['a/', 'b/', 'c/'], clean: inPath, read };
}

export function request(
  init: (text: string) => ServerRequestInit & { readonly path?: string },
  read: (request: ServerRequest) => unknown,
): Parser['read'] {
  return (text) => {
    const { path = '/', ...given } = init(text);
    return read(new ServerRequest(path, given) as ServerRequest);
  };
}

/** The parsers of the runtime and of the middleware. */
export async function createParsers(): Promise<{
  readonly parsers: readonly Parser[];
  remove(): Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'fw-hostile-'));
  await writeFile(join(folder, 'file.txt'), 'a file of the test');
  const sending200 = app();
  sending200.get('/', (given) => FileResponse.of(given, 'file.txt', { root: folder }));
  const named = app();
  named.get('/', (given) =>
    FileResponse.of(given, 'file.txt', { root: folder, name: given.header('x-name') ?? '' }),
  );
  const below = app();
  below.get('/{path:.*}', (given) => FileResponse.of(given, given.params.path, { root: folder }));
  const ofFile = (name: string): Parser => ({
    name: `${name} of files`,
    prefixes: ['bytes=', 'W/"', '"', 'Wed, '],
    clean: inHeader,
    read: sending(sending200, (text) => ({
      headers: { [name]: inHeader(text), Range: name === 'If-Range' ? 'bytes=0-1' : inHeader(text) },
    })),
  });
  const sessions = await session({ secret: SECRET, secure: false } as object);
  const touching = (async (given: ServerRequest, delegate: (given: ServerRequest) => unknown) => {
    await getSession(given);
    return delegate(given);
  }) as never;
  const verify = (): boolean => false;
  const csrfTokens = app([csrf({ token: true })]);
  csrfTokens.post('/', () => new TextResponse('done'));
  const echo = app();
  echo.get(
    '/{rest:.*}',
    ({ path, url, query }) => new JsonResponse([path, url.href, [...query.keys()].length]),
  );
  const lines: string[] = [];
  const logging = await accessLog({
    stream: { write: (line: string) => void (lines[0] = line) },
  } as object).catch(() => undefined);
  const links = app();
  links.get('/x/{id}/{rest:.*}', () => new TextResponse('x'), 'x');

  const parsers: Parser[] = [
    {
      name: 'Cookie',
      prefixes: ['a=', 'a="'],
      clean: inHeader,
      read: request(
        (text) => ({ headers: { Cookie: inHeader(text) } }),
        ({ cookies }) => [...cookies],
      ),
    },
    {
      name: 'query',
      prefixes: ['a='],
      clean: inQuery,
      read: request(
        (text) => ({ path: `/?${inQuery(text)}` }),
        ({ query }) => [...query].length,
      ),
    },
    {
      name: 'path',
      prefixes: ['a/', '../'],
      read: canonicalPath,
    },
    {
      name: 'target on Node',
      prefixes: ['/', 'http://', 'http://a', '/?'],
      clean: inTarget,
      read: onNode(echo, (text) => incomingWith(inTarget(text), { Host: 'site.test' })),
    },
    {
      name: 'Host on Node',
      prefixes: ['a.', '[', 'a:'],
      clean: inHeader,
      read: onNode(echo, (text) => incomingWith('/', { Host: inHeader(text) })),
    },
    {
      name: 'Connection on Node',
      prefixes: ['close, '],
      clean: inHeader,
      read: onNode(echo, (text) =>
        incomingWith('/', { Host: 'a', Connection: inHeader(text), Expect: inHeader(text) }),
      ),
    },
    {
      name: 'Content-Length on Node',
      prefixes: ['1'],
      clean: inHeader,
      read: onNode(echo, (text) =>
        incomingWith('/', {
          Host: 'a',
          'Content-Length': inHeader(text),
          'Transfer-Encoding': inHeader(text),
        }),
      ),
    },
    routing('the default router', new (app().routing.router.constructor as new () => RouterInterface)()),
    routing('find-my-way', new FindMyWayRouter()),
    routing('rou3', new Rou3Router()),
    routing('path-to-regexp', new PathToRegexpRouter()),
    {
      name: 'app.url',
      prefixes: ['a'],
      read: (text) => links.url('x', { id: text.toWellFormed(), rest: text.toWellFormed() }),
    },
    body('forms', FORM, formOf),
    { name: 'forms of a contract', prefixes: ['a=', 'list=', 'tags='], read: contractOf(FORM) },
    body('JSON', 'application/json', (given) => given.json(), undefined, ['[', '{"a":', '"', '1']),
    {
      name: 'JSON of a contract',
      prefixes: ['[', '{"list":[', '{"nested":{', '{"tags":['],
      read: contractOf('application/json'),
    },
    body(
      'parts()',
      MULTIPART,
      countParts,
      (text) => `--b\r\nContent-Disposition: form-data; name="a"; filename="${text}"\r\n\r\nx\r\n--b--`,
    ),
    body(
      'parts() with headers',
      MULTIPART,
      countParts,
      (text) => `--b\r\nContent-Disposition: form-data; name=${text}\r\n\r\nx\r\n--b--`,
    ),
    body(
      'parts() with a body',
      MULTIPART,
      countParts,
      (text) => `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${text}\r\n--b--`,
    ),
    body('parts() of anything', MULTIPART, countParts, undefined, ['--b\r\n', '\r\n--b\r\n']),
    ...[[16], [61], [1021], [65_536], [1, 2, 3, 7, 31, 255, 4096]].map((sizes) =>
      body(
        `parts() of chunks of ${sizes.join()} bytes`,
        MULTIPART,
        countParts,
        (text) => inChunks(text, sizes),
        [
          '--b\r\n',
          '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n',
          '--b\r\nContent-Disposition: form-data; name="',
        ],
      ),
    ),
    body('formData() of chunks', MULTIPART, formOf, (text) =>
      inChunks(
        `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${text}\r\n--b--`,
        [1, 2, 3, 7, 31, 255, 4096],
      ),
    ),
    body(
      'multipart formData()',
      MULTIPART,
      formOf,
      (text) => `--b\r\nContent-Disposition: form-data; name="${text}"; filename="a"\r\n\r\nx\r\n--b--`,
    ),
    body('multipart formData() of anything', MULTIPART, formOf, undefined, [
      '--b\r\n',
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n',
    ]),
    {
      name: 'multipart of a contract',
      prefixes: ['--b\r\n', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n'],
      read: contractOf(MULTIPART),
    },
    {
      name: 'Content-Type of a contract',
      prefixes: ['application/json;', 'multipart/form-data; boundary='],
      clean: inHeader,
      read: contractTypes(),
    },
    {
      name: 'Content-Type of formData()',
      prefixes: ['multipart/form-data; boundary=', 'multipart/form-data; a="', `${FORM};`],
      clean: inHeader,
      read: contentTypes(formOf),
    },
    {
      name: 'Content-Type of parts()',
      prefixes: ['multipart/form-data; boundary=', 'multipart/form-data; a="'],
      clean: inHeader,
      read: contentTypes(countParts),
    },
    {
      name: 'Accept of an error',
      prefixes: ['text/html;', '*/*;q='],
      clean: inHeader,
      read: sending(app(), (text) => ({ path: '/none', headers: { Accept: inHeader(text) } })),
    },
    header(
      'Accept',
      [await negotiate({ media_types: ['text/html', 'application/json'], strict: true })],
      ['text/html;', '*/*;q='],
    ),
    header('Accept-Language', [await negotiate({ languages: ['en', 'de-CH', 'fr'] })], ['de-', 'en;q=']),
    header('Accept-Encoding', [compression()], ['gzip;', 'br;q=']),
    header('If-None-Match', [etag()], ['W/"', '"a", ']),
    header(
      'Origin',
      [cors({ origin: ['https://*.example.com', 'https://a.test'], credentials: true })],
      ['https://', 'https://a.'],
    ),
    header('Access-Control-Request-Headers', [cors()], ['x-a, '], {
      method: 'OPTIONS',
      headers: { Origin: 'https://a.test', 'Access-Control-Request-Method': 'PUT' },
    }),
    header('Origin', [csrf()], ['https://', 'http://localhost'], { method: 'POST' }),
    header('Referer', [csrf()], ['https://', 'http://localhost'], { method: 'POST' }),
    header('Sec-Fetch-Site', [csrf()], ['same-'], { method: 'POST' }),
    header('Cookie', [sessions, touching], ['session=', 'a=b; session=']),
    header('Cookie', [csrf({ token: true })], ['__Host-csrf='], { method: 'POST' }),
    header('X-CSRF-Token', [csrf({ token: true })], ['a'], { method: 'POST' }),
    {
      name: 'forms of csrf',
      prefixes: ['_csrf=', 'a='],
      read: sending(csrfTokens, (text) => ({
        method: 'POST',
        headers: { 'Content-Type': FORM, Cookie: `__Host-csrf=${'a'.repeat(43)}` },
        body: text,
      })),
    },
    header('Authorization', [basicAuth({ users: { ada: 'a long password' } })], ['Basic ', 'Basic YTpi']),
    {
      ...header('Authorization', [basicAuth({ verify })]),
      name: 'credentials of basicAuth',
      read: credentials(basicAuth({ verify })),
    },
    header('Authorization', [bearerAuth({ tokens: { ada: 'a-token-of-many-letters' } })], ['Bearer ']),
    header('Authorization', [bearerAuth({ verify })], ['Bearer ']),
    header(
      'Authorization',
      [await jwt({ key: SECRET })],
      ['Bearer ', 'Bearer eyJhbGciOiJIUzI1NiJ9.', `Bearer ${base64('{"alg":"HS256"}')}.e30.`],
    ),
    header('X-Forwarded-For', [await trustedProxy({ proxies: '10.0.0.0/8' })], ['1.2.3.4, ', '[::1]']),
    header('X-Forwarded-Proto', [await trustedProxy({ proxies: '10.0.0.0/8' })], ['https, ']),
    header(
      'X-Forwarded-Host',
      [await trustedProxy({ proxies: '10.0.0.0/8', host: true } as never)],
      ['a.test, '],
      { headers: { 'X-Forwarded-Proto': 'https' } },
    ),
    header(
      'Forwarded',
      [await trustedProxy({ proxies: '10.0.0.0/8', headers: 'forwarded' })],
      ['for=', 'for="', 'for=1.2.3.4;'],
    ),
    header('X-Request-Id', [requestId()], ['a']),
    header('X-Forwarded-For', [await rateLimit({ limit: 1e9, duration: 60 } as object)], ['1.2.3.4']),
    {
      name: 'Connection of proxy',
      prefixes: ['close, '],
      clean: inHeader,
      read: (text) => endToEnd(new Headers({ Connection: inHeader(text), 'X-A': 'a' })).length,
    },
    ...(logging === undefined
      ? []
      : [header('User-Agent', [logging], ['a']), header('Referer', [logging], ['http://'])]),
    ...['Range', 'If-Range', 'If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since'].map(
      ofFile,
    ),
    {
      name: 'the name of a FileResponse',
      prefixes: ['a/', '.'],
      read: (text) =>
        named.request('/', { headers: { 'X-Name': 'x' }, platform: text }).then(() => nameOf(folder, text)),
    },
    {
      name: 'the path of a FileResponse',
      prefixes: ['../', 'file.txt/'],
      clean: inPath,
      read: onNode(below, toPath),
    },
    {
      name: 'the path of static files',
      prefixes: ['../', 'file.txt/'],
      clean: inPath,
      read: onNode(app([await staticFiles({ root: folder } as never)]), toPath),
    },
  ];
  return { parsers, remove: () => rm(folder, { recursive: true }) };
}

function contentTypes(read: (given: ServerRequest) => unknown): Parser['read'] {
  const application = app();
  application.post('/', async (given: ServerRequest) => new JsonResponse(await read(given)));
  return sending(application, (text) => ({
    method: 'POST',
    headers: { 'Content-Type': inHeader(text) },
    body: '--b\r\n\r\nx\r\n--b--',
  }));
}

function contractTypes(): Parser['read'] {
  const application = app();
  application.post(
    '/',
    contract({ body: schema }).handle(() => new TextResponse('valid')),
  );
  return sending(application, (text) => ({
    method: 'POST',
    headers: { 'Content-Type': inHeader(text) },
    body: '{"a":1}',
  }));
}

/** Credentials with any characters, encoded as a client encodes them. */
function credentials(middleware: SharedMiddleware): Parser['read'] {
  return sending(app([middleware]), (text) => ({
    headers: { Authorization: `Basic ${base64(text.toWellFormed())}` },
  }));
}

async function nameOf(root: string, name: string): Promise<string | undefined> {
  const response = await FileResponse.of(new ServerRequest('/'), 'file.txt', { root, name });
  return response.header('content-disposition');
}
