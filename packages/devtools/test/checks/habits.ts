import { HttpResponse, JsonResponse, TextResponse } from 'fw-runtime';

// What JavaScript lets people write. The compiler rejects most of it, so nothing here has types.
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;
type Middleware = (...given: Loose[]) => unknown;

/** Registers an example; routing and dispatch are piped behind it unless the example pipes them. */
type Register = (app: Loose) => unknown;

/** Code that users of Express, Koa, Hono or Fastify write, and its result in both variants. */
export interface Habit {
  readonly habit: string;
  readonly a: Register;
  readonly b: Register;
  readonly request?: { readonly path?: string; readonly method?: string; readonly body?: string };
  /**
   * The status and the body of the response; or 500 and the message of the error or warning that was logged; or `throws`
   * and the message of the error that registering threw.
   */
  readonly outcome: RegExp;
  /** Without `debug`, nothing detects it. */
  readonly onlyWithDebug?: true;
}

const inner = () => new TextResponse('inner');
function guard() {}
const later = async () => new TextResponse('inner');

/** In front of a handler. */
function piped(middleware: Middleware, handler: Middleware = inner): Register {
  return (app) => {
    app.pipe(middleware);
    app.get('/', handler);
  };
}

/** As the handler of `GET /`. */
function handled(handler: unknown): Register {
  return (app) => app.get('/', handler);
}

/** The same in both variants. */
function both(register: Register): Pick<Habit, 'a' | 'b'> {
  return { a: register, b: register };
}

const NOTHING =
  /^500 The middleware .* returned undefined for GET \/; return a response or "return (next\(\)|delegate\(request\))"/;
const FORGOTTEN_RETURN =
  /^500 The middleware .* returned undefined for .*; .*"return (next\(request, response\)|delegate\(request\))"/;
const NO_RESPONSE =
  /^500 The middleware .* returned .* for GET \/; return an HttpResponse, a Response, or what (next\(\)|the delegate) returns/;
const WRONG_ARGUMENT =
  /^500 The argument of (next|delegate)\(\) must be .*(next\(request, response\)|delegate\(request\))/;

export const habits: readonly Habit[] = [
  // Nothing returned.
  {
    habit: 'a guard that returns nothing',
    ...both(piped(() => {})),
    outcome: NOTHING,
  },
  {
    habit: 'an async guard that returns nothing',
    ...both(piped(async () => {})),
    outcome: NOTHING,
  },
  {
    habit: 'an arrow function with braces and no return',
    ...both(
      handled(() => {
        inner();
      }),
    ),
    outcome: NOTHING,
  },
  {
    habit: 'a return that belongs to a callback of forEach',
    ...both(
      handled(() => {
        [1, 2].forEach(() => inner());
      }),
    ),
    outcome: NOTHING,
  },
  {
    habit: 'a promise chain that is not returned',
    ...both(
      handled(() => {
        void later().then((response) => response);
      }),
    ),
    outcome: NOTHING,
  },
  {
    habit: 'a forgotten return before passing on',
    a: piped((request, response, next) => {
      next(request, response);
    }),
    b: piped((request, delegate) => {
      delegate(request);
    }),
    outcome: FORGOTTEN_RETURN,
  },
  {
    habit: 'await without return before passing on',
    a: piped(async (request, response, next) => {
      await next(request, response);
    }),
    b: piped(async (request, delegate) => {
      await delegate(request);
    }),
    outcome: FORGOTTEN_RETURN,
  },
  {
    habit: 'a forgotten await in front of withHeader',
    a: piped((request, response, next) => next(request, response).withHeader('X-A', '1'), later),
    b: piped((request, delegate) => delegate(request).withHeader('X-A', '1'), later),
    outcome: /^500 .*withHeader.*await (next|delegate)/,
    onlyWithDebug: true,
  },
  {
    habit: 'a forgotten await in front of status',
    a: piped((request, response, next) => {
      const given = next(request, response);
      return given.status === 200 ? given : new TextResponse('not 200');
    }, later),
    b: piped((request, delegate) => {
      const given = delegate(request);
      return given.status === 200 ? given : new TextResponse('not 200');
    }, later),
    outcome: /^500 .*status.*await (next|delegate)/,
    onlyWithDebug: true,
  },
  {
    habit: 'a copy of the response that is thrown away',
    a: handled((_request: Loose, response: Loose) => {
      response.withBody('inner');
      return response;
    }),
    b: handled(() => {
      new HttpResponse().withBody('inner');
    }),
    outcome: /^500 The middleware .*(return that copy|return a response)/,
  },
  // Callbacks.
  {
    habit: 'a timer that passes on',
    a: piped((request, response, next) => {
      setTimeout(() => next(request, response));
    }),
    b: piped((request, delegate) => {
      setTimeout(() => delegate(request));
    }),
    outcome: /^500 .*callback that calls (next\(\)|the delegate) comes too late: await its result first/,
  },
  {
    habit: 'a query whose callback passes on',
    a: piped((request, response, next) => {
      query(() => next(request, response));
    }),
    b: piped((request, delegate) => {
      query(() => delegate(request));
    }),
    outcome: /^500 .*callback that calls (next\(\)|the delegate) comes too late: await its result first/,
  },
  {
    habit: 'a query whose callback responds',
    ...both(
      handled(() => {
        query(() => inner());
      }),
    ),
    outcome: NOTHING,
  },
  ...Object.entries<Middleware>({
    'response.send(text)': (_request, response) => response.send('text'),
    'response.json(value)': (_request, response) => response.json({ id: 1 }),
    'response.end()': (_request, response) => response.end(),
    'response.redirect(url)': (_request, response) => response.redirect('/login'),
    'response.status(404).send(text)': (_request, response) => response.status(404).send('Not here.'),
    'response.sendStatus(404)': (_request, response) => response.sendStatus(404),
    'response.render(view)': (_request, response) => response.render('index'),
    'reply.code(201).send(value)': (_request, reply) => reply.code(201).send({ id: 1 }),
  }).map(([habit, handler]): Habit => ({
    habit,
    ...both(handled(handler)),
    outcome: /^500 .*return new \w+Response\(/,
    onlyWithDebug: true,
  })),
  {
    habit: 'context.text(…)',
    ...both(handled((context: Loose) => context.text('Hello'))),
    outcome: /^500 .*return new TextResponse\(/,
  },
  {
    habit: 'context.json(…)',
    ...both(handled((context: Loose) => context.json({ hello: 'world' }))),
    outcome: /^500 .*return new JsonResponse\(/,
  },
  {
    habit: 'context.body = …',
    ...both(
      handled((context: Loose) => {
        context.body = 'Hello';
      }),
    ),
    outcome: /^500 .*return new TextResponse\(/,
    onlyWithDebug: true,
  },
  // Wrong arguments.
  {
    habit: 'passing on with too few arguments',
    a: piped((request, _response, next) => next(request)),
    b: piped((_request, delegate) => delegate()),
    outcome: WRONG_ARGUMENT,
  },
  {
    habit: 'passing on with too few arguments, later',
    a: piped(async (request, _response, next) => await next(request)),
    b: piped(async (_request, delegate) => await delegate(), later),
    outcome: WRONG_ARGUMENT,
  },
  {
    habit: 'passing on a response',
    a: piped((_request, response, next) => next(response)),
    b: piped((_request, delegate) => delegate(new TextResponse('mine'))),
    outcome: WRONG_ARGUMENT,
  },
  {
    habit: 'passing on a response under a path prefix',
    a: (app) => {
      app.pipe('/', (_request: Loose, response: Loose, next: Loose) => next(response));
      app.pipe('/admin', inner);
    },
    b: (app) => {
      app.pipe('/', (_request: Loose, delegate: Loose) => delegate(new TextResponse('mine')));
      app.pipe('/admin', inner);
    },
    request: { path: '/admin' },
    outcome: WRONG_ARGUMENT,
  },
  {
    habit: "next('route')",
    a: piped((_request, _response, next) => next('route')),
    b: piped((_request, delegate) => delegate('route')),
    outcome: WRONG_ARGUMENT,
  },
  {
    habit: 'passing on an error',
    a: piped((_request, _response, next) => next(new Error('out of paper'))),
    b: piped((_request, delegate) => delegate(new Error('out of paper'))),
    outcome: /^500 (out of paper$|.*delegate\(\).*throw the error)/,
  },
  ...Object.entries({ string: 'text', object: { id: 1 }, number: 7, null: null, true: true, array: [1] }).map(
    ([name, value]): Habit => ({
      habit: `returning a value: ${name}`,
      ...both(handled(() => value)),
      outcome: NO_RESPONSE,
    }),
  ),
  {
    habit: 'returning a value later',
    ...both(handled(async () => ({ id: 1 }))),
    outcome: NO_RESPONSE,
  },
  {
    habit: 'returning the request',
    ...both(handled((request: Loose) => request)),
    outcome: NO_RESPONSE,
  },
  {
    habit: 'return next without calling it',
    a: piped((_request, _response, next) => next),
    b: piped((_request, delegate) => delegate),
    outcome: NO_RESPONSE,
  },
  {
    habit: 'throwing a string',
    ...both(
      handled(() => {
        // oxlint-disable-next-line typescript/only-throw-error
        throw 'out of paper';
      }),
    ),
    outcome: /^500 out of paper$/,
  },
  {
    habit: 'throwing null',
    ...both(
      handled(function broken() {
        // oxlint-disable-next-line typescript/only-throw-error
        throw null;
      }),
    ),
    outcome: /^500 .*threw null/,
  },
  {
    habit: 'rejecting with nothing',
    // oxlint-disable-next-line prefer-promise-reject-errors
    ...both(handled(() => Promise.reject())),
    outcome: /^500 .*threw undefined/,
  },
  {
    habit: 'error middleware of four parameters',
    a: (app) => {
      app.get('/', () => {
        throw new Error('out of paper');
      });
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      app.pipe(
        (_error: Loose, _request: Loose, _response: Loose, _next: Loose) => new TextResponse('Sorry', 503),
      );
    },
    b: piped((_error, _request, _response, _next) => new TextResponse('Sorry', 503)),
    outcome: /^(503 Sorry$|throws .*ErrorHandler)/,
  },
  {
    habit: 'the signature of the other variant',
    a: piped((request, delegate) => delegate(request)),
    b: piped((request, response, next) => next(request, response)),
    outcome: /\(request, (response, next|delegate)\)/,
    onlyWithDebug: true,
  },
  {
    habit: 'a class instead of its object',
    ...both(
      handled(
        class Home {
          process() {
            return inner();
          }
        },
      ),
    ),
    outcome: /^200 inner$/,
  },
  {
    habit: 'a class with another method than process',
    ...both(
      handled(
        class Home {
          handle() {
            return inner();
          }
        },
      ),
    ),
    outcome: /^500 The middleware class Home has no method "process"/,
  },
  {
    habit: 'a controller object',
    ...both(handled({ index: inner })),
    outcome:
      /^500 The middleware an object with the keys "index" is neither callable, nor a service of the container, nor a class/,
  },
  {
    habit: 'a response instead of a handler',
    ...both(handled(new TextResponse('inner'))),
    outcome: /^500 The middleware an instance of TextResponse is neither callable/,
  },
  {
    habit: 'middleware that was called instead of named',
    ...both((app) => app.pipe(guard())),
    outcome: /^throws The argument middleware must be a function/,
  },
  {
    habit: 'a plugin with a callback',
    ...both((app) => app.pipe(undefined, { prefix: '/v1' })),
    outcome: /^throws The argument path must be a path prefix/,
  },
  // Mutation.
  {
    habit: 'response.status = 404',
    a: piped(async (request, response, next) => {
      const given = await next(request, response);
      given.status = 404;
      return given;
    }),
    b: piped(async (request, delegate) => {
      const given = await delegate(request);
      given.status = 404;
      return given;
    }),
    outcome: /^500 .*response\.withStatus\(status\)/,
    onlyWithDebug: true,
  },
  {
    habit: 'request.path = …',
    ...both(
      piped((request) => {
        request.path = '/other';
      }),
    ),
    outcome: /^500 .*request\.withPath\(path\)/,
    onlyWithDebug: true,
  },
  {
    habit: 'request.user = …',
    ...both(
      piped((request) => {
        request.user = 'ada';
      }),
    ),
    outcome: /^500 .*request\.withAttribute\("user", value\)/,
    onlyWithDebug: true,
  },
  {
    habit: 'request.headers.set(…)',
    ...both(
      piped((request) => {
        request.headers.set('X-A', '1');
      }),
    ),
    outcome: /^500 .*withHeader/,
  },
  {
    habit: 'response.headers.set(…)',
    a: piped(async (request, response, next) => {
      const given = await next(request, response);
      given.headers.set('X-A', '1');
      return given;
    }),
    b: piped(async (request, delegate) => {
      const given = await delegate(request);
      given.headers.set('X-A', '1');
      return given;
    }),
    outcome: /^500 .*withHeader/,
  },
  {
    habit: 'request.params.id = …',
    ...both((app) =>
      app.get('/{id}', [
        (request: Loose, ...given: Loose[]) => {
          request.params.id = 'changed';
          return given.at(-1)(request, ...given.slice(0, -1));
        },
        (request: Loose) => new TextResponse(request.params.id),
      ]),
    ),
    request: { path: '/7' },
    outcome: /^200 changed$/,
  },
  {
    habit: 'a response in a constant',
    ...both(
      handled(
        (
          (response: Loose) => () =>
            response
        )(new TextResponse('inner')),
      ),
    ),
    outcome: /^200 inner$/,
  },
  // Order.
  {
    habit: 'a route registered behind dispatch',
    ...both((app) => app.pipeRoutingMiddleware().pipeDispatchMiddleware().get('/', inner)),
    outcome: /^200 inner$/,
  },
  {
    habit: 'middleware behind dispatch',
    ...both((app) => {
      app.get('/', inner);
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      app.pipe(() => new TextResponse('Not found', 404));
    }),
    outcome: /^200 inner$/,
  },
  {
    habit: 'a 404 behind everything',
    ...both((app) => {
      app.get('/', inner);
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      app.pipe(() => new TextResponse('Not found', 404));
    }),
    request: { path: '/nothing' },
    outcome: /^404 Not found$/,
  },
  {
    habit: 'two routes for everything',
    ...both((app) => {
      app.any('/{rest:.*}', inner);
      app.any('/{all:.*}', inner);
    }),
    outcome: /^500 The route "\/\{all:\.\*\}" .*"\/\{rest:\.\*\}"/,
  },
  {
    habit: 'two catch-alls in the pipeline',
    ...both((app) => app.pipe(inner).pipe(() => new TextResponse('second'))),
    outcome: /^200 inner$/,
  },
  {
    habit: 'passing on twice',
    a: piped((request, response, next) => {
      next(request, response);
      return next(request, response);
    }),
    b: piped((request, delegate) => {
      delegate(request);
      return delegate(request);
    }),
    outcome: /^200 inner$/,
  },
  {
    habit: 'passing on behind the response',
    a: piped((request, response, next) => {
      queueMicrotask(() => next(request, response));
      return new TextResponse('mine');
    }),
    b: piped((request, delegate) => {
      queueMicrotask(() => delegate(request));
      return new TextResponse('mine');
    }),
    outcome: /^200 mine$/,
  },
  // Paths.
  {
    habit: "get('/users/:id')",
    ...both((app) => app.get('/users/:id', inner)),
    outcome: /^throws .*\{id\}/,
  },
  {
    habit: "get('/files/*')",
    ...both((app) => app.get('/files/*', inner)),
    outcome: /^throws .*\{rest:\.\*\}/,
  },
  {
    habit: "get('*')",
    ...both((app) => app.get('*', inner)),
    outcome: /^throws .*\{rest:\.\*\}/,
  },
  {
    habit: "pipe('/admin/*')",
    ...both((app) => app.pipe('/admin/*', inner)),
    outcome: /^throws .*write "\/admin"/,
  },
  {
    habit: "pipe('/users/{id}')",
    ...both((app) => app.pipe('/users/{id}', inner)),
    outcome: /^throws .*group\(\)/,
  },
  {
    habit: "get('users')",
    ...both((app) => app.get('users', inner)),
    outcome: /^throws .*it must start with "\/"/,
  },
  {
    habit: "pipe('users')",
    ...both((app) => app.pipe('users', inner)),
    request: { path: '/users' },
    outcome: /^200 inner$/,
  },
  {
    habit: "get('/users') requested as /users/",
    ...both((app) => app.get('/users', inner)),
    request: { path: '/users/' },
    outcome: /^404 .+/,
  },
  {
    habit: "pipe('/admin', guard, handler)",
    a: (app) =>
      app.pipe('/admin', (request: Loose, response: Loose, next: Loose) => next(request, response), inner),
    b: (app) => app.pipe('/admin', (request: Loose, delegate: Loose) => delegate(request), inner),
    request: { path: '/admin' },
    outcome: /^200 inner$/,
  },
  {
    habit: 'pipe(guard, handler)',
    ...both((app) => app.pipe(guard, inner)),
    outcome: /^throws .*pipe\(\[first, second\]\)/,
  },
  {
    habit: "get('/', guard, handler)",
    ...both((app) => app.get('/', guard, inner)),
    outcome: /^throws .*\[first, second\]/,
  },
  {
    habit: "get('/', options, handler)",
    ...both((app) => app.get('/', { schema: {} }, inner)),
    outcome: /^throws .*\[first, second\]/,
  },
  {
    habit: "get('/', guard, 'name', handler)",
    ...both((app) => app.get('/', guard, 'name', inner)),
    outcome: /^throws .*\[first, second\]/,
  },
  {
    habit: "route('/', guard, handler)",
    ...both((app) => app.route('/', guard, inner)),
    outcome: /^throws .*\[first, second\]/,
  },
  {
    habit: "route('/').get(handler)",
    ...both((app) => app.route('/').get(inner)),
    outcome: /^throws The argument middleware of the route \/ must be/,
  },
  {
    habit: "route({ method: 'GET', url: '/', handler })",
    ...both((app) => app.route({ method: 'GET', url: '/', handler: inner })),
    outcome: /^throws The argument path must be .*"\//,
  },
  {
    habit: "get(['/a', '/b'])",
    ...both((app) => app.get(['/a', '/b'], inner)),
    outcome: /^throws The argument path must be .*"\//,
  },
  {
    habit: 'get(/^\\/users/)',
    ...both((app) => app.get(/^\/users/, inner)),
    outcome: /^throws The argument path must be .*"\//,
  },
  {
    habit: "pipe(['/a', '/b'], guard)",
    ...both((app) => app.pipe(['/a', '/b'], inner)),
    outcome: /^throws The argument path must be .*"\/admin"/,
  },
  {
    habit: 'pipe(/^\\/users/, guard)',
    ...both((app) => app.pipe(/^\/users/, inner)),
    outcome: /^throws The argument path must be .*"\/admin"/,
  },
  // Methods and bodies.
  {
    habit: 'HEAD of a route for GET',
    ...both(handled(inner)),
    request: { method: 'HEAD' },
    outcome: /^200 content-length: 5$/,
  },
  {
    habit: 'OPTIONS of a route for GET',
    ...both(handled(inner)),
    request: { method: 'OPTIONS' },
    outcome: /^200 allow: GET, HEAD, OPTIONS$/,
  },
  {
    habit: 'a body that is read twice',
    ...both((app) =>
      app.post('/', async (request: Loose) => {
        await request.json();
        return new JsonResponse(await request.json());
      }),
    ),
    request: { method: 'POST', body: '{"id":1}' },
    outcome:
      /^500 The body of POST \/ has already been read; read it once and store the value in a request attribute/,
  },
  {
    habit: 'JSON of nothing',
    ...both(handled(() => new JsonResponse(undefined))),
    outcome: /^500 /,
  },
];

function query(callback: () => unknown): void {
  setImmediate(callback);
}
