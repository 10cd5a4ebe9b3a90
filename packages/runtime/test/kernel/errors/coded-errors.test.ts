import { expect, test } from 'vitest';
import * as a from '../../../src/a/index.ts';
import * as b from '../../../src/b/index.ts';
import type { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import * as shared from '../../../src/index.ts';

const {
  BrokenContractError,
  ConfigError,
  ContainerNotRegisteredError,
  DuplicateRouteError,
  FwError,
  HttpError,
  InvalidArgumentError,
  InvalidMiddlewareError,
  MethodNotAllowedError,
  MissingAttributeError,
  MissingDependencyError,
  MissingResponseError,
  NotFoundError,
  PayloadTooLargeError,
  ServiceNotCreatedError,
  ServiceNotFoundError,
  ServiceNotStartedError,
  UnsupportedRuntimeError,
  UriGenerationError,
  UsageError,
} = shared;

/** One of each class: the class, how the error comes about, its code and its whole message. */
const errors: readonly (readonly [name: string, make: () => unknown, code: string, message: string])[] = [
  [
    'FwError',
    () => thrownBy(() => readTwice()),
    'FW_BODY_USED',
    'The body of POST /form has already been read; read it once and store the value in a request attribute.',
  ],
  ['HttpError', () => new HttpError(418, 'I am a teapot'), 'FW_HTTP_418', 'I am a teapot'],
  [
    'UnsupportedRuntimeError',
    () => new UnsupportedRuntimeError('run()', 'Node, Bun or Deno', 'hand app.fetch to the platform'),
    'FW_UNSUPPORTED_RUNTIME',
    'run() needs Node, Bun or Deno; hand app.fetch to the platform.',
  ],
  ['NotFoundError', () => new NotFoundError(), 'FW_HTTP_404', 'Not Found'],
  [
    'MethodNotAllowedError',
    () => answeredWith(new a.Application({ log: () => {} }), 'DELETE'),
    'FW_HTTP_405',
    '/ allows GET, HEAD, OPTIONS, not DELETE.',
  ],
  [
    'PayloadTooLargeError',
    () => new PayloadTooLargeError(1024),
    'FW_HTTP_413',
    'The request body is larger than the limit of 1024 bytes.',
  ],
  [
    'InvalidArgumentError',
    () => thrownBy(() => new b.Application().get(7 as unknown as string, () => new b.TextResponse(''))),
    'FW_INVALID_ARGUMENT',
    'The argument path must be a string such as "/post/{id}", not 7.',
  ],
  [
    'InvalidMiddlewareError',
    () => errorInside((app) => app.pipe('Nowhere')),
    'FW_INVALID_MIDDLEWARE',
    'The middleware "Nowhere" is neither callable, nor a service of the container, nor a class.',
  ],
  [
    'UnresolvedMiddlewareError',
    () => {
      const app = new b.Application({ server: { eager: true } }).pipe('Nowhere');
      return app.run({ signals: false }).catch((error: unknown) => error);
    },
    'FW_UNRESOLVED_MIDDLEWARE',
    'The middleware has an error:\n- the pipeline, Nowhere: The middleware "Nowhere" is neither callable, nor a service of the container, nor a class.',
  ],
  [
    'MissingResponseError',
    () => errorInside((app) => app.pipe(function silent() {} as unknown as b.Middleware)),
    'FW_MISSING_RESPONSE',
    'The middleware silent returned undefined for GET /here; return a response or "return delegate(request)". A callback that calls the delegate comes too late: await its result first.',
  ],
  [
    'MissingAttributeError',
    () =>
      errorInside((app) => app.pipe((request) => request.require(shared.attribute<b.HttpResponse>('user')))),
    'FW_MISSING_ATTRIBUTE',
    'The attribute "user" of GET /here is not set; register the middleware that sets it before this one.',
  ],
  [
    'BrokenContractError',
    () => new BrokenContractError('posts.show', 200, 'has no body for it'),
    'FW_BROKEN_CONTRACT',
    'The route "posts.show" returned 200, but its contract has no body for it.',
  ],
  [
    'DuplicateRouteError',
    () =>
      thrownBy(() => {
        const app = new b.Application();
        app.get('/post', 'Post', 'post');
        app.any('/post', 'Slug');
      }),
    'FW_DUPLICATE_ROUTE',
    'The route "/post" (any method /post) handles the same requests as "post" (GET /post); ' +
      'remove one of them, or change its methods.',
  ],
  [
    'UriGenerationError',
    () =>
      thrownBy(() => {
        const router = new shared.TreeRouter();
        router.addRoute(new shared.Route('/post/{id}', 'Post', ['GET'], 'post'));
        router.generateUri('post');
      }),
    'FW_URI_GENERATION',
    'The route "post" (/post/{id}) needs the parameter {id}, and got none.',
  ],
  [
    'ContainerNotRegisteredError',
    () => thrownBy(() => new b.Application().getContainer()),
    'FW_CONTAINER_NOT_REGISTERED',
    'This application has no container; pass one to AppFactory.create(container) or as the option "container".',
  ],
  [
    'ServiceNotFoundError',
    () => thrownBy(() => b.AppFactory.create().getContainer().get('Db')),
    'FW_SERVICE_NOT_FOUND',
    'There is no service "Db", nor any other.',
  ],
  [
    'ServiceNotCreatedError',
    () =>
      thrownBy(() => {
        const container = b.AppFactory.create().getContainer() as ServiceManager;
        container.setFactory('Db', () => {
          throw new Error('no connection');
        });
        container.get('Db');
      }),
    'FW_SERVICE_NOT_CREATED',
    'The service "Db" could not be created: no connection',
  ],
  [
    'ServiceNotStartedError',
    () => new ServiceNotStartedError('The service "Db" could not be started: no connection'),
    'FW_SERVICE_NOT_STARTED',
    'The service "Db" could not be started: no connection',
  ],
  ['UsageError', () => new UsageError('--file is required.'), 'FW_USAGE', '--file is required.'],
  [
    'MissingDependencyError',
    () => new MissingDependencyError('rou3', 'The router Rou3Router'),
    'FW_MISSING_DEPENDENCY',
    'The router Rou3Router needs the package "rou3", which is not installed: run "npm install rou3".',
  ],
  [
    'ConfigError',
    () =>
      thrownBy(() => {
        const container = b.AppFactory.create().getContainer() as ServiceManager;
        container.setService('config', { routes: [{ path: 7 }], debug: 'yes' });
        new b.ApplicationFactory().create(container);
      }),
    'FW_CONFIG',
    'The configuration has 3 errors:\n' +
      '- debug: expected true, false or "everyone", received "yes"\n' +
      '- routes[0].path: expected a path such as "/post/{id}", received 7\n' +
      '- routes[0].middleware: expected a middleware, received nothing',
  ],
];

test.for(errors)('%s has a code, a name and a message for people', async ([name, make, code, message]) => {
  const error = (await make()) as InstanceType<typeof FwError>;
  expect(error).toBeInstanceOf(Reflect.get(shared, name));
  expect(error).toBeInstanceOf(FwError);
  expect({ code: error.code, message: error.message }).toEqual({ code, message });
});

test('every exported error class is in this list, and both variants export the same', () => {
  const listed = errors.map(([name]) => name).toSorted();
  const entries = { 'src/index.ts': shared, 'src/a/index.ts': a, 'src/b/index.ts': b };
  for (const [file, entry] of Object.entries(entries)) {
    expect(
      errorClassesOf(entry),
      `add the class to the list of packages/runtime/test/kernel/errors/coded-errors.test.ts, and export it from packages/runtime/${file}`,
    ).toEqual(listed);
  }
});

test('every code is of one class only', () => {
  const codes = errors.map(([, , code]) => code);
  expect(
    codes.filter((code, index) => codes.indexOf(code) !== index),
    'give these classes of packages/runtime/src/error codes of their own',
  ).toEqual([]);
  for (const code of codes) expect(code).toMatch(/^FW_[A-Z0-9_]+$/);
});

test('the name of an error is that of its class', () => {
  const made = [
    new HttpError(400),
    new NotFoundError(),
    new MethodNotAllowedError(['GET']),
    new ConfigError([]),
    new ContainerNotRegisteredError(),
    new InvalidArgumentError('x', 'y', 1),
    new InvalidMiddlewareError('x'),
    new DuplicateRouteError('x'),
    new UriGenerationError('x'),
    new ServiceNotFoundError('x'),
    new ServiceNotCreatedError('x'),
    new ServiceNotStartedError('x'),
    new UsageError('x'),
    new MissingResponseError('x', 'GET', '/', 1),
    new MissingAttributeError('x', 'GET', '/'),
  ];
  for (const error of made) expect(error.name).toBe(error.constructor.name);
});

function errorClassesOf(entry: object): string[] {
  return Object.entries(entry)
    .filter(
      ([, value]) => typeof value === 'function' && (value === FwError || value.prototype instanceof FwError),
    )
    .map(([name]) => name)
    .toSorted();
}

async function thrownBy(act: () => unknown): Promise<unknown> {
  try {
    await act();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}

async function readTwice(): Promise<void> {
  const request = new shared.ServerRequest('/form', { method: 'POST', body: 'a=1' });
  await request.text();
  await request.text();
}

/** The arguments of the error middleware for a route with GET only. */
async function answeredWith(app: a.Application, method: string): Promise<unknown> {
  let reached: unknown;
  app.get('/', () => new a.TextResponse(''));
  app.pipeRoutingMiddleware().pipeErrorHandler((error, request, response, next) => {
    reached = error;
    return next(request, response, error);
  });
  await app.request('/', { method });
  return reached;
}

/** The log of an application of variant B, in debug, for a request. */
async function errorInside(build: (app: b.Application) => unknown): Promise<unknown> {
  const logged: unknown[] = [];
  const app = new b.Application({ debug: true, log: (error) => logged.push(error) });
  build(app);
  app.pipe(() => new b.TextResponse('inner'));
  await app.request('/here');
  return logged[0];
}
