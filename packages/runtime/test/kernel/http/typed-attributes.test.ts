// A key made by `attribute` knows the type of its value, and meets only itself.
import { describe, expect, expectTypeOf, test } from 'vitest';
import * as a from '../../../src/a/index.ts';
import * as b from '../../../src/b/index.ts';
import { attribute, MissingAttributeError, RouteResult, ServerRequest } from '../../../src/index.ts';

interface UserRow {
  readonly name: string;
}

const User = attribute<UserRow>('user');
const ada: UserRow = { name: 'Ada' };

describe('an attribute with a type', () => {
  test('is set in a copy, and found by its key', () => {
    const request = new ServerRequest('/');
    const copy = request.with(User, ada);
    expect(copy.get(User)).toBe(ada);
    expect(copy.require(User)).toBe(ada);
    expect(request.get(User)).toBeUndefined();
    expectTypeOf(copy.get(User)).toEqualTypeOf<UserRow | undefined>();
    expectTypeOf(copy.require(User)).toEqualTypeOf<UserRow>();
    expectTypeOf(copy).toEqualTypeOf<ServerRequest>();
  });

  test('is another than every other of the same name', () => {
    const request = new ServerRequest('/', { params: { user: 'param' } })
      .with(attribute<UserRow>('user'), ada)
      .withAttribute('user', 'text')
      .withAttribute(Symbol.for('user'), 'symbol');
    expect(request.get(User)).toBeUndefined();
    expect(request.with(User, ada).getAttribute('user')).toBe('text');
  });

  test('is one for getAttribute, withAttribute, withoutAttribute and the init too', () => {
    const request = new ServerRequest('/', { attributes: [[User, ada]] });
    expect(request.getAttribute(User)).toBe(ada);
    expectTypeOf(request.getAttribute(User)).toEqualTypeOf<UserRow | undefined>();
    expect(request.withoutAttribute(User).get(User)).toBeUndefined();
    expect(new ServerRequest('/').withAttribute(User, ada).get(User)).toBe(ada);
    expect(new ServerRequest('/', { attributes: new Map([[User, ada]]) }).get(User)).toBe(ada);
  });

  test('may have falsy values', () => {
    const Count = attribute<number | null | '' | false>('count');
    for (const value of [0, null, '', false] as const) {
      expect(new ServerRequest('/').with(Count, value).require(Count)).toBe(value);
    }
  });

  test('may also be the class of its value', () => {
    class Session {
      readonly id = 1;
    }
    const session = new Session();
    expect(new ServerRequest('/').with(Session, session).require(Session)).toBe(session);
    expect(() => new ServerRequest('/here').require(RouteResult)).toThrow(
      'The attribute "RouteResult" of GET',
    );
  });

  test('prints its name', () => {
    expect(Object.entries(User)).toEqual([['name', 'user']]);
  });
});

describe('an attribute that is required and not set', () => {
  test('is an error that names it, the request as it was received, and what to do', () => {
    const request = new ServerRequest('/shop/cart?secret=1', { method: 'POST' }).withPath('/cart');
    expect(() => request.require(User)).toThrow(
      new MissingAttributeError('attribute "user"', 'POST', '/shop/cart'),
    );
  });

  test.for([
    ['A', a.Application, (request: ServerRequest) => new a.TextResponse(request.require(User).name)],
    ['B', b.Application, (request: ServerRequest) => new b.TextResponse(request.require(User).name)],
  ] as const)('gets a 500, and is logged (variant %s)', async ([, Application, handler]) => {
    const logged: unknown[] = [];
    const app = new Application({ log: (error) => logged.push(error) });
    app.get('/', handler);
    const response = await app.pipeRoutingMiddleware().pipeDispatchMiddleware().request('/');
    expect([response.status, await response.text()]).toEqual([500, '500 Internal Server Error\n']);
    expect(logged).toEqual([new MissingAttributeError('attribute "user"', 'GET', '/')]);
  });
});

describe('a request that a test creates for a handler', () => {
  const show = ({ params }: ServerRequest<{ id: string }>): string => params.id;

  test('has its parameters, with their types', () => {
    const request = new ServerRequest('/post/7', { params: { id: '7' } });
    expectTypeOf(request).toEqualTypeOf<ServerRequest<{ id: string }>>();
    expect(show(request.with(User, ada))).toBe('7');
  });

  test('has each as an attribute too, as after a match (R15)', () => {
    const request = new ServerRequest('/post/7', { params: { id: '7' }, attributes: [['role', 'admin']] });
    expect([request.getAttribute('id'), request.getAttribute('role')]).toEqual(['7', 'admin']);
    expect(request.getAttribute('constructor')).toBeUndefined();
  });

  test('has no parameters by default', () => {
    const request = new ServerRequest('/post/7', { method: 'POST' });
    expectTypeOf(request).toEqualTypeOf<ServerRequest>();
    expect(request.params).toEqual({});
  });

  test.for([
    ['A', a.Application],
    ['B', b.Application],
  ] as const)(
    'loses them to those of the route that an application matches (variant %s)',
    async ([, Application]) => {
      const app = new Application().pipeRoutingMiddleware().pipeDispatchMiddleware();
      app.get('/post/{id}', (request: ServerRequest<{ id: string }>) => new b.JsonResponse(request.params));
      const request = new ServerRequest('/post/7', { params: { id: '8', more: '9' } });
      expect((await app.handle(request)).content).toBe('{"id":"7"}');
    },
  );
});
