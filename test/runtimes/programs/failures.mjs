// Values that a handler may throw and return by mistake. Each entry creates its value again, with the modules of one variant.

/** A value whose every use throws. */
function revoked(target = {}) {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

function cyclic() {
  const list = [];
  list.push(list);
  return { list };
}

function deep(depth) {
  let value = {};
  for (let index = 0; index < depth; index++) value = { value };
  return value;
}

function throwing(name) {
  return Object.defineProperty({}, name, {
    enumerable: true,
    get() {
      throw new Error(`the getter ${name}`);
    },
  });
}

function fail() {
  throw new Error('on purpose');
}

function thenable(then) {
  // oxlint-disable-next-line unicorn/no-thenable
  return { then };
}

async function* failing(value) {
  yield* [];
  throw value;
}

/** An error with a property that replaces the error's own. */
function errorWith(properties) {
  return Object.defineProperties(new Error('hidden'), Object.getOwnPropertyDescriptors(properties));
}

/** The extensions of an HttpError with the status 409, by name. `kept: 1` is a member that can be written. */
const EXTENSIONS = {
  'a BigInt': () => ({ kept: 1, id: 9007199254740993n }),
  'a cycle': () => ({ kept: 1, ...cyclic() }),
  'a BigInt inside': () => ({ kept: 1, owner: { ids: [1n] } }),
  'a toJSON that throws': () => ({ kept: 1, date: { toJSON: fail } }),
  'a toJSON that returns a BigInt': () => ({ kept: 1, date: { toJSON: () => 1n } }),
  'an invalid Date': () => ({ kept: 1, date: new Date(NaN) }),
  'a getter that throws': () => Object.assign(throwing('owner'), { kept: 1 }),
  'a getter inside that throws': () => ({ kept: 1, inner: throwing('owner') }),
  'a revoked proxy': () => ({ kept: 1, owner: revoked() }),
  'a revoked list': () => ({ kept: 1, owner: revoked([]) }),
  'a proxy that throws': () => ({ kept: 1, owner: new Proxy({}, { ownKeys: fail }) }),
  'a very deep object': () => ({ kept: 1, deep: deep(20_000) }),
  'objects of every depth': () => {
    const depths = Array.from({ length: 20 }, (_, index) => [`deep${index}`, deep(1000 + index * 300)]);
    return { kept: 1, ...Object.fromEntries(depths) };
  },
  'a symbol': () => ({ kept: 1, symbol: Symbol('secret') }),
  'a function': () => ({ kept: 1, code: fail }),
  'errors that are no list': () => ({ kept: 1, errors: { map: () => ({ filter: () => 5 }) } }),
  'errors that throw': () => ({ kept: 1, errors: [throwing('detail'), null, 1n, { detail: Symbol('x') }] }),
  'the names of the document': () => ({
    kept: 1,
    status: 1n,
    detail: Symbol('x'),
    type: fail,
    title: revoked(),
  }),
  'the name __proto__': () => ({ kept: 1, ['__proto__']: { admin: 1n } }),
};

/** Extensions that aren't an object with members: none of them can be shown. */
const WHOLE_EXTENSIONS = {
  'extensions that are a revoked proxy': () => revoked(),
  'extensions that are a proxy that throws': () => new Proxy({}, { ownKeys: fail }),
  'extensions that are a symbol': () => Symbol('extensions'),
};

const HEADERS = {
  'a header with a line break': () => ({ 'X-Split': 'a\r\nSet-Cookie: b=1', 'X-Kept': '1' }),
  'a header name with a line break': () => ({ 'X-A\r\nX-B': '1', 'X-Kept': '1' }),
  'a header that is no string': () => ({
    'X-Object': {},
    'X-Null': null,
    'X-Symbol': Symbol('x'),
    'X-Kept': '1',
  }),
  'a header with characters beyond Latin-1': () => ({ 'X-Name': 'Łódź', 'X-Kept': '1' }),
  'a header with an empty name': () => ({ '': 'x', 'X-Kept': '1' }),
  'headers of the connection': () => ({
    'Transfer-Encoding': 'chunked',
    'Content-Length': '7',
    'X-Kept': '1',
  }),
};

const WHOLE_HEADERS = {
  'headers that throw': () => throwing('X-Owner'),
  'headers that are a revoked proxy': () => revoked(),
};

/** Other values, with the status that the client gets. */
const VALUES = {
  undefined: [500, () => undefined],
  null: [500, () => null],
  false: [500, () => false],
  'the number 0': [500, () => 0],
  NaN: [500, () => Number.NaN],
  'the number 404': [500, () => 404],
  'a string': [500, () => 'thrown'],
  'an empty string': [500, () => ''],
  'a long string': [500, () => 'x'.repeat(1_000_000)],
  'a BigInt': [500, () => 1n],
  'a symbol': [500, () => Symbol('thrown')],
  'a function': [500, () => fail],
  'a class': [500, () => Set],
  'a list': [500, () => [1, 2]],
  'an object without a prototype': [500, () => Object.create(null)],
  'an object with a status': [403, () => ({ status: 403 })],
  'a status that is no error': [500, () => ({ status: 200 })],
  'a status out of range': [500, () => ({ status: 999, statusCode: '404' })],
  'a getter status that throws': [500, () => throwing('status')],
  'a revoked proxy': [500, () => revoked()],
  'a revoked function': [500, () => revoked(() => {})],
  'a proxy that throws': [
    500,
    () =>
      new Proxy(
        {},
        { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail, getOwnPropertyDescriptor: fail },
      ),
  ],
  'a proxy that has everything': [500, () => new Proxy({}, { has: () => true })],
  'a thenable': [500, () => thenable(fail)],
  'a getter then that throws': [500, () => throwing('then')],
  'a Response': [500, () => new Response('thrown', { status: 200 })],
  'an Error': [500, () => new Error('thrown')],
  'an Error whose message throws': [500, () => errorWith(throwing('message'))],
  'an Error whose stack throws': [500, () => errorWith(throwing('stack'))],
  'an Error whose stack is a number': [500, () => errorWith({ stack: 1 })],
  'an Error whose name throws': [500, () => errorWith(throwing('name'))],
  'an Error whose cause throws': [500, () => errorWith(throwing('cause'))],
  'an Error that is its own cause': [
    500,
    () => {
      const error = new Error('thrown');
      error.cause = error;
      return error;
    },
  ],
  'an Error with a deep chain of causes': [
    500,
    () => Array.from({ length: 5000 }).reduce((cause) => new Error('one of many', { cause }), undefined),
  ],
  'an Error whose constructor throws': [500, () => errorWith(throwing('constructor'))],
  'an Error whose toString throws': [500, () => errorWith({ toString: fail, [Symbol.toPrimitive]: fail })],
  'an Error that prints itself badly': [
    500,
    () =>
      errorWith({
        [Symbol.for('nodejs.util.inspect.custom')]: fail,
        [Symbol.for('Deno.customInspect')]: fail,
      }),
  ],
  'an Error whose expose throws': [404, () => Object.assign(errorWith(throwing('expose')), { status: 404 })],
  'an AggregateError of everything': [
    500,
    () => new AggregateError([null, revoked(), Symbol('x'), 1n], 'many'),
  ],
  'an abort': [500, () => AbortSignal.abort().reason],
  'a frozen Error': [500, () => Object.freeze(new Error('frozen'))],
};

/** An HttpError whose properties were replaced, as code without types may do. */
const REPLACED = {
  'a message that is a symbol': () => ({ message: Symbol('message') }),
  'a message that has no text': () => ({ message: Object.create(null) }),
  'a message that throws': () => throwing('message'),
  'a message with control characters': () => ({ message: 'a\0\r\nb\u2028<script>\ud800' }),
  'extensions that throw': () => throwing('extensions'),
  'headers that throw when read': () => throwing('headers'),
  'headers that are a string': () => ({ headers: 'X-A: 1' }),
};

/**
 * A value that a handler throws, or rejects with: `create` returns the value, `status` is that of the response, and `body` the
 * members that a problem document must have.
 */
export function thrownValues({ HttpError }) {
  const problem = { status: 409, detail: 'The name is taken.' };
  const httpErrors = (given, option, body, headers) =>
    Object.entries(given).map(([name, create]) => ({
      name: `an HttpError with ${name}`,
      status: 409,
      create: () => new HttpError(409, 'The name is taken.', { [option]: create() }),
      ...(body && { body }),
      ...(headers && { headers }),
    }));
  return [
    ...Object.entries(VALUES).map(([name, [status, create]]) => ({ name, status, create })),
    ...httpErrors(EXTENSIONS, 'extensions', { ...problem, kept: 1 }),
    ...httpErrors(WHOLE_EXTENSIONS, 'extensions', problem),
    ...httpErrors(HEADERS, 'headers', undefined, { 'x-kept': '1' }),
    ...httpErrors(WHOLE_HEADERS, 'headers'),
    ...Object.entries(REPLACED).map(([name, create]) => ({
      name: `an HttpError with ${name}`,
      status: 409,
      create() {
        const error = new HttpError(409, 'The name is taken.');
        return Object.defineProperties(error, Object.getOwnPropertyDescriptors(create()));
      },
    })),
  ];
}

/** Values that a handler returns instead of a response. */
export function badResponses({ HttpResponse, TextResponse }) {
  const stream = (source) => new ReadableStream(source);
  const broken = (change) => {
    const response = new TextResponse('text');
    for (const [key, value] of Object.entries(change)) Object.defineProperty(response, key, { value });
    return response;
  };
  const given = {
    undefined: () => undefined,
    null: () => null,
    'a number': () => 200,
    'a string': () => 'text',
    'a symbol': () => Symbol('response'),
    'an object': () => ({ status: 200 }),
    'a list': () => [],
    'a function': () => fail,
    'a class': () => TextResponse,
    'a revoked proxy': () => revoked(),
    'a getter then that throws': () => throwing('then'),
    'a thenable that throws': () => thenable(fail),
    'a thenable that rejects with a revoked proxy': () => thenable((_resolve, reject) => reject(revoked())),
    'a thenable of a thenable that throws': () => thenable((resolve) => resolve(thenable(fail))),
    'a network error': () => Response.error(),
    'a Response that was read': () => {
      const response = new Response('text');
      void response.text();
      return response;
    },
    'a Response whose status throws': () => {
      const response = new Response('text');
      return Object.defineProperties(response, Object.getOwnPropertyDescriptors(throwing('status')));
    },
    'a locked stream': () => {
      const locked = stream({});
      const response = new HttpResponse(locked);
      locked.getReader();
      return response;
    },
    'a stream that fails at once': () => new HttpResponse(stream({ start: fail })),
    'a stream that fails at its first chunk': () => new HttpResponse(stream({ pull: fail })),
    'a stream that fails with nothing': () =>
      new HttpResponse(stream({ pull: (controller) => controller.error() })),
    'a stream of objects': () => new HttpResponse(stream({ pull: (controller) => controller.enqueue({}) })),
    'a stream of symbols': () =>
      new HttpResponse(stream({ pull: (controller) => controller.enqueue(Symbol('x')) })),
    'a stream of a generator that throws a revoked proxy': () => new HttpResponse(failing(revoked())),
    'a stream of a generator that throws a proxy that throws': () =>
      new HttpResponse(failing(new Proxy({}, { getPrototypeOf: fail, get: fail }))),
    'a stream shorter than its length': () =>
      new HttpResponse(stream({ start: (controller) => controller.close() }), 200, { 'Content-Length': '9' }),
    'a status out of range': () => broken({ status: 1000 }),
    'a status that is a symbol': () => broken({ status: Symbol('status') }),
    'headers that are none': () => broken({ headerList: undefined }),
    'headers that are a revoked proxy': () => broken({ headerList: revoked() }),
    'a response of another package without headers': () => ({
      status: 200,
      statusText: 'OK',
      headers: 'X-A: 1',
      [Symbol.for('fw-runtime.response')]: 'text',
    }),
    'a response of another package with a body that throws': () =>
      Object.defineProperty({ status: 200, headers: {} }, Symbol.for('fw-runtime.response'), { get: fail }),
  };
  return Object.entries(given).map(([name, create]) => ({ name, status: 500, create }));
}
