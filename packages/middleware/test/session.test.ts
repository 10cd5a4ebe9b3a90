import {
  type ConfigError,
  JsonResponse,
  ServerRequest,
  type ServerRequest as Request,
  TextResponse,
} from 'fw-runtime';
import {
  getSession,
  MemoryStore,
  Session,
  session,
  type SessionOptions,
  sessionProvider,
  type SessionStore,
} from 'fw-middleware/session';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type App, inBothVariants } from './both-variants.ts';

declare module 'fw-middleware/session' {
  interface SessionData {
    theme: 'dark' | 'light';
  }
}

const SECRET = 'a secret that is hard to guess indeed';
const OTHER = 'another secret that is hard to guess';
const HOUR = 3_600_000;

/** A browser with one cookie jar. */
function browser(app: App, cookies = new Map<string, string>()) {
  return {
    app,
    cookies,
    async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
      const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
      const response = await app.request(path, {
        headers: { ...(cookie && { Cookie: cookie }), ...headers },
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (line.includes('Max-Age=0')) cookies.delete(name);
        else cookies.set(name, value);
      }
      return response;
    },
  };
}

const valueOf = async (response: Response): Promise<unknown> => response.json();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

inBothVariants((kit) => {
  /** An application whose paths are the actions on its session. */
  async function appWith(options: SessionOptions): Promise<App> {
    const app = kit.app([await session(options)]);
    const register = (path: string, act: (session: Session, request: Request) => unknown): unknown =>
      app.get(path, async (request) => new JsonResponse(act(await getSession(request), request) ?? null));
    register('/set/{key}/{value}', (used, { params }) => used.set(params['key'] ?? '', params['value']));
    register('/get/{key}', (used, { params }) => used.get(params['key'] ?? ''));
    register('/delete/{key}', (used, { params }) => used.delete(params['key'] ?? ''));
    register('/push', (used) => used.get<string[]>('list')?.push('new'));
    register('/list', (used) => used.set('list', []));
    register('/clear', (used) => used.clear());
    register('/flash', (used) => used.flash('notice', 'Saved.'));
    register('/notice', (used) => used.flash('notice'));
    register('/login/{user}', (used, { params }) => {
      used.regenerate();
      used.set('user', params['user']);
    });
    register('/logout', (used) => used.destroy());
    register('/again', (used) => {
      used.destroy();
      used.set('user', 'again');
    });
    register('/id', (used) => [used.id, used.isNew]);
    register('/large', (used) => used.set('text', 'x'.repeat(4000)));
    register('/fails', (used) => {
      used.set('user', 'failed');
      throw new Error('The database is gone.');
    });
    app.get('/untouched', () => new TextResponse('untouched'));
    app.get('/cacheable', async (request) => {
      (await getSession(request)).set('seen', true);
      return new TextResponse('', 200, { 'Cache-Control': 'private, max-age=60', Vary: 'Accept' });
    });
    return app;
  }

  describe.each([
    ['in the cookie', (): SessionOptions => ({ secret: SECRET }), 86_400],
    ['in a store', (): SessionOptions => ({ store: new MemoryStore() }), 604_800],
  ])('kept %s', (_, options, maxAge) => {
    test('a value is available in the next request of the same client only', async () => {
      const app = await appWith(options());
      const visitor = browser(app);
      await visitor.get('/set/user/ada');

      expect(await valueOf(await visitor.get('/get/user'))).toBe('ada');
      expect(await valueOf(await browser(app).get('/get/user'))).toBeNull();
    });

    test('the cookie is set after a change, with safe attributes, and is not cached', async () => {
      const visitor = browser(await appWith(options()));
      const { headers } = await visitor.get('/set/user/ada');

      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(
          new RegExp(`^session=[^;]+; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax$`),
        ),
      ]);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('vary')).toBe('Cookie');

      const again = await visitor.get('/set/user/ada');
      expect(again.headers.getSetCookie()).toEqual([]);
      expect(again.headers.get('cache-control')).toBeNull();
      expect(again.headers.get('vary')).toBe('Cookie');
    });

    test("the handler's Cache-Control takes precedence", async () => {
      const { headers } = await browser(await appWith(options())).get('/cacheable');

      expect(headers.get('cache-control')).toBe('private, max-age=60');
      expect(headers.get('vary')).toBe('Accept, Cookie');
    });

    test("a request that doesn't use the session, or only reads it, gets no cookie", async () => {
      const visitor = browser(await appWith(options()));

      expect([...(await visitor.get('/untouched')).headers.keys()]).toEqual([
        'content-length',
        'content-type',
      ]);
      expect((await visitor.get('/get/user')).headers.getSetCookie()).toEqual([]);
      expect((await visitor.get('/logout')).headers.getSetCookie()).toEqual([]);
    });

    test('a change inside a value is saved', async () => {
      const visitor = browser(await appWith(options()));
      for (const path of ['/list', '/push', '/push']) await visitor.get(path);

      expect(await valueOf(await visitor.get('/get/list'))).toEqual(['new', 'new']);
    });

    test('values are deleted one by one or all at once', async () => {
      const visitor = browser(await appWith(options()));
      for (const path of ['/set/a/1', '/set/b/2', '/set/c/3', '/delete/a']) await visitor.get(path);
      expect(await valueOf(await visitor.get('/get/a'))).toBeNull();
      expect(await valueOf(await visitor.get('/get/b'))).toBe('2');

      await visitor.get('/clear');
      expect(await valueOf(await visitor.get('/get/b'))).toBeNull();
    });

    test('a flash message is read once, in a later request', async () => {
      const visitor = browser(await appWith(options()));
      await visitor.get('/flash');
      await visitor.get('/get/user');

      expect(await valueOf(await visitor.get('/notice'))).toBe('Saved.');
      expect(await valueOf(await visitor.get('/notice'))).toBeNull();
    });

    test('logging in sets a new id and keeps the values', async () => {
      const visitor = browser(await appWith(options()));
      await visitor.get('/set/cart/tea');
      const [before] = (await valueOf(await visitor.get('/id'))) as [string];
      await visitor.get('/login/ada');
      const [after, isNew] = (await valueOf(await visitor.get('/id'))) as [string, boolean];

      expect([after === before, isNew]).toEqual([false, false]);
      expect(await valueOf(await visitor.get('/get/cart'))).toBe('tea');
      expect(await valueOf(await visitor.get('/get/user'))).toBe('ada');
    });

    test('logging out deletes the cookie and all values; later values start a new session', async () => {
      const visitor = browser(await appWith(options()));
      await visitor.get('/set/cart/tea');
      const [before] = (await valueOf(await visitor.get('/id'))) as [string];
      const { headers } = await visitor.get('/logout');

      expect(headers.get('set-cookie')).toContain('session=; Max-Age=0; Path=/;');
      expect(visitor.cookies.size).toBe(0);

      await visitor.get('/set/cart/tea');
      await visitor.get('/again');
      expect(await valueOf(await visitor.get('/get/cart'))).toBeNull();
      expect(await valueOf(await visitor.get('/get/user'))).toBe('again');
      expect(await valueOf(await visitor.get('/id'))).not.toContain(before);
    });

    test('it ends after the idle time, and lasts while it is used', async () => {
      const visitor = browser(await appWith({ ...options(), idle_timeout: HOUR }));
      await visitor.get('/set/user/ada');
      for (let hours = 0; hours < 3; hours += 0.5) {
        vi.advanceTimersByTime(HOUR / 2);
        expect(await valueOf(await visitor.get('/get/user'))).toBe('ada');
      }

      vi.advanceTimersByTime(HOUR);
      expect(await valueOf(await visitor.get('/get/user'))).toBeNull();
    });

    test('it ends after its maximum lifetime, unless it is regenerated', async () => {
      const times = { idle_timeout: HOUR, absolute_timeout: 2 * HOUR };
      const visitor = browser(await appWith({ ...options(), ...times }));
      await visitor.get('/set/user/ada');
      for (const hours of [0.9, 0.9]) {
        vi.advanceTimersByTime(hours * HOUR);
        expect(await valueOf(await visitor.get('/get/user'))).toBe('ada');
      }

      const other = browser(visitor.app, new Map(visitor.cookies));
      await other.get('/login/ada');
      vi.advanceTimersByTime(0.2 * HOUR);
      expect(await valueOf(await visitor.get('/get/user'))).toBeNull();
      expect(await valueOf(await other.get('/get/user'))).toBe('ada');
    });

    test('a value set after its lifetime is not saved', async () => {
      const app = await appWith({ ...options(), idle_timeout: HOUR, absolute_timeout: HOUR });
      app.get('/slow', async (request) => {
        (await getSession(request)).set('user', 'ada');
        vi.advanceTimersByTime(HOUR);
        return new TextResponse('');
      });
      const visitor = browser(app);
      await visitor.get('/set/user/ada');

      expect((await visitor.get('/slow')).headers.getSetCookie()).toEqual([]);
      expect(await valueOf(await visitor.get('/get/user'))).toBeNull();
    });

    test('any other content of the cookie is an empty session', async () => {
      const app = await appWith(options());
      const visitor = browser(app);
      await visitor.get('/set/user/ada');
      const value = visitor.cookies.get('session') ?? '';
      const flipped = value.slice(0, -3) + (value.at(-3) === 'a' ? 'b' : 'a') + value.slice(-2);
      const others = [
        '',
        flipped,
        value.slice(1),
        `${value}0`,
        '%',
        'Fe26.2*********',
        '__proto__',
        '*'.repeat(5000),
      ];

      for (const other of others) {
        const response = await browser(app, new Map([['session', other]])).get('/get/user');
        expect([response.status, await valueOf(response)], other).toEqual([200, null]);
      }
    });

    test('an id or a cookie that a client forges is never accepted', async () => {
      const app = await appWith(options());
      const fixed = 'a'.repeat(40);
      const victim = browser(app, new Map([['session', fixed]]));
      await victim.get('/set/user/ada');

      expect(victim.cookies.get('session')).not.toBe(fixed);
      expect(await valueOf(await browser(app, new Map([['session', fixed]])).get('/get/user'))).toBeNull();
    });

    test('an attacker who has planted a session cannot use it after the login', async () => {
      const app = await appWith(options());
      const attacker = browser(app);
      await attacker.get('/set/cart/bait');
      const victim = browser(app, new Map(attacker.cookies));
      await victim.get('/login/ada');

      expect(await valueOf(await victim.get('/get/user'))).toBe('ada');
      expect(await valueOf(await attacker.get('/get/user'))).toBeNull();
    });

    test('values set before an error of the handler are saved', async () => {
      const visitor = browser(await appWith(options()));

      expect((await visitor.get('/fails')).status).toBe(500);
      expect(await valueOf(await visitor.get('/get/user'))).toBe('failed');
    });

    test.each([
      ['http://site.test', {}, false],
      ['https://site.test', {}, true],
      ['http://site.test', { secure: true }, true],
      ['https://site.test', { secure: false }, false],
      ['http://site.test', { name: '__Host-session' }, true],
      ['http://site.test', { same_site: 'none' }, true],
    ] as const)('the cookie of %s with %j is Secure: %s', async (origin, more, isSecure) => {
      const app = await appWith({ ...options(), ...more });
      const responses = [await app.request(`${origin}/set/a/b`)];
      const cookie = responses[0]?.headers.get('set-cookie')?.split(';')[0] ?? '';
      responses.push(await app.request(`${origin}/logout`, { headers: { Cookie: cookie } }));

      for (const { headers } of responses) {
        expect(headers.get('set-cookie')?.split('; ').includes('Secure')).toBe(isSecure);
      }
    });

    test('options set name, path, domain and SameSite of the cookie', async () => {
      const more = { name: 'sid', path: '/set', domain: 'example.org', same_site: 'strict' } as const;
      const visitor = browser(await appWith({ ...options(), ...more }));
      const { headers } = await visitor.get('/set/user/ada');

      expect(headers.get('set-cookie')).toMatch(
        /^sid=.+; Domain=example.org; Path=\/set; HttpOnly; SameSite=Strict$/,
      );
    });
  });

  test('a secret is replaced without logging out users', async () => {
    const old = browser(await appWith({ secret: OTHER }));
    await old.get('/set/user/ada');
    const both = browser(await appWith({ secret: [SECRET, OTHER] }), old.cookies);
    expect(await valueOf(await both.get('/get/user'))).toBe('ada');

    await both.get('/set/cart/tea');
    const replaced = browser(await appWith({ secret: SECRET }), both.cookies);
    expect(await valueOf(await replaced.get('/get/user'))).toBe('ada');
    expect(
      await valueOf(await browser(await appWith({ secret: OTHER }), both.cookies).get('/get/user')),
    ).toBeNull();
  });

  test('a sealed cookie is renewed after a tenth of the idle time, not before, and not past the absolute one', async () => {
    const times = { idle_timeout: HOUR, absolute_timeout: 2 * HOUR };
    const visitor = browser(await appWith({ secret: SECRET, ...times }));
    await visitor.get('/set/user/ada');
    vi.advanceTimersByTime(HOUR / 10);
    expect((await visitor.get('/get/user')).headers.getSetCookie()).toEqual([]);

    vi.advanceTimersByTime(1);
    expect((await visitor.get('/get/user')).headers.get('set-cookie')).toContain('Max-Age=3600;');
    vi.advanceTimersByTime(0.9 * HOUR);
    await visitor.get('/get/user');
    vi.advanceTimersByTime(0.8 * HOUR - 1);
    expect((await visitor.get('/get/user')).headers.get('set-cookie')).toContain('Max-Age=720;');
  });

  test('the cookie of a store is set once and lasts for the maximum lifetime', async () => {
    const visitor = browser(await appWith({ store: new MemoryStore(), absolute_timeout: 7 * HOUR }));

    expect((await visitor.get('/set/user/ada')).headers.get('set-cookie')).toContain('Max-Age=25200;');
    expect((await visitor.get('/set/user/eve')).headers.getSetCookie()).toEqual([]);
    vi.advanceTimersByTime(HOUR * 3);
    expect((await visitor.get('/get/user')).headers.getSetCookie()).toEqual([]);
    expect((await visitor.get('/login/ada')).headers.get('set-cookie')).toContain('Max-Age=25200;');
  });

  test('content sealed for one cookie is not accepted in another', async () => {
    const visitor = browser(await appWith({ secret: SECRET, name: 'visitor' }));
    await visitor.get('/set/user/root');
    const moved = new Map([['admin', visitor.cookies.get('visitor') ?? '']]);

    expect(
      await valueOf(await browser(await appWith({ secret: SECRET, name: 'admin' }), moved).get('/get/user')),
    ).toBeNull();
  });

  test('a sealed cookie is encrypted', async () => {
    const visitor = browser(await appWith({ secret: SECRET }));
    await visitor.get('/set/user/ada-lovelace');
    const parts = (visitor.cookies.get('session') ?? '').split('*');

    for (const part of parts)
      expect(Buffer.from(part, 'base64url').toString('latin1')).not.toContain('lovelace');
  });

  test('content too large for a cookie throws an error with a solution', async () => {
    const app = kit.configured([sessionProvider], {
      session: { secret: SECRET },
      debug: 'everyone',
      routes: [
        {
          path: '/',
          middleware: async (request: Request) => {
            (await getSession(request)).set('text', 'x'.repeat(4000));
            return new TextResponse('');
          },
        },
      ],
    });
    const response = await app.request('/');

    expect(response.status).toBe(500);
    expect(await response.text()).toMatch(/The session takes \d+ bytes, .* or configure a session store/);
  });

  test('a store contains the content for the lifetime of the session, and the cookie only the id', async () => {
    const store = new MemoryStore();
    const write = vi.spyOn(store, 'write');
    const visitor = browser(await appWith({ store, idle_timeout: HOUR }));
    await visitor.get('/set/user/ada');
    const [id] = (await valueOf(await visitor.get('/id'))) as [string];

    expect(visitor.cookies.get('session')).toBe(id);
    expect(write).toHaveBeenCalledExactlyOnceWith(id, expect.stringContaining('"user":"ada"'), HOUR);
    await visitor.get('/login/ada');
    const next = visitor.cookies.get('session') ?? '';
    expect([store.read(id), store.read(next)]).toEqual([undefined, expect.stringContaining('ada')]);
    await visitor.get('/logout');
    expect(store.read(next)).toBeUndefined();
  });

  test("a store is not called if the session isn't used, and never for an invalid id", async () => {
    const store = new MemoryStore();
    const read = vi.spyOn(store, 'read');
    const app = await appWith({ store });
    await browser(app, new Map([['session', 'a'.repeat(40)]])).get('/untouched');
    for (const id of ['*', '../etc', 'A'.repeat(40), 'a'.repeat(41)]) {
      await browser(app, new Map([['session', id]])).get('/get/user');
    }

    expect(read).not.toHaveBeenCalled();
  });

  test('a session that a concurrent request has ended is not restored', async () => {
    const app = await appWith({ store: new MemoryStore() });
    const visitor = browser(app);
    await visitor.get('/login/ada');
    app.get('/late', async (request) => {
      const used = await getSession(request);
      used.set('seen', true);
      // Simulates a longer request.
      await browser(app, new Map(visitor.cookies)).get('/logout');
      return new TextResponse('');
    });
    const response = await app.request('/late', {
      headers: { Cookie: `session=${visitor.cookies.get('session')}` },
    });

    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await valueOf(await visitor.get('/get/user'))).toBeNull();
  });

  test('applications that share sessions in memory, such as those of tests in one process, are isolated', async () => {
    const remembers = await session({ store: 'memory' });
    const make = (): App => {
      const app = kit.app([remembers]);
      app.get('/', async (request) => {
        const used = await getSession(request);
        const visits = (used.get<number>('visits') ?? 0) + 1;
        used.set('visits', visits);
        return new JsonResponse(visits);
      });
      return app;
    };
    const visitor = browser(make());
    await visitor.get('/');

    expect(await valueOf(await visitor.get('/'))).toBe(2);
    expect(await valueOf(await browser(make(), visitor.cookies).get('/'))).toBe(1);
  });

  test('a store that fails is an error of the request that needs it', async () => {
    const fails = async (): Promise<never> => Promise.reject(new Error('The store is gone.'));
    const store: SessionStore = { read: fails, write: fails, update: fails, touch: fails, remove: fails };
    const visitor = browser(await appWith({ store }), new Map([['session', 'a'.repeat(40)]]));

    expect((await visitor.get('/untouched')).status).toBe(200);
    expect((await visitor.get('/get/user')).status).toBe(500);
    expect((await browser(await appWith({ store })).get('/set/user/ada')).status).toBe(500);
  });

  test('after the response, setting a value throws', async () => {
    const app = kit.app([await session({ secret: SECRET })]);
    let used = new Session();
    app.get('/', async (request) => {
      used = await getSession(request);
      return new TextResponse('');
    });
    await app.request('/');

    expect(() => used.set('user', 'ada')).toThrow('The session was saved when the response was returned');
  });

  test('is configured by the key "session"; its store may be a service', async () => {
    const store = new MemoryStore();
    const app = kit.configured([sessionProvider], {
      session: { store: 'sessions' },
      dependencies: { services: { sessions: store } },
      routes: [
        {
          path: '/',
          middleware: async (request: Request) => {
            (await getSession(request)).set('user', 'ada');
            return new TextResponse('');
          },
        },
      ],
    });
    await app.request('/');

    expect(store.size).toBe(1);
  });
});

test('a handler can be tested with a session created by hand', async () => {
  const request = new ServerRequest('/').with(Session, new Session({ user: 'ada' }));

  expect((await getSession(request)).get('user')).toBe('ada');
  await expect(getSession(new ServerRequest('/'))).rejects.toMatchObject({ code: 'FW_MISSING_ATTRIBUTE' });
});

test.each([[undefined], [1n], [() => 1], [Symbol('a')]])('%s is rejected as a value', (value) => {
  expect(() => new Session().set('key', value)).toThrow('value of "key" in the session');
});

test('values have the types that the app declares, and others are any', () => {
  const used = new Session();
  used.set('theme', 'dark');
  used.set('other', 5);
  // @ts-expect-error It is no theme.
  used.set('theme', 'green');
  used.set('theme', 'light');
  const theme: 'dark' | 'light' | undefined = used.get('theme');

  expect([theme, used.get<number>('other')]).toEqual(['light', 5]);
});

test('names of Object.prototype are ordinary keys', () => {
  const used = new Session({ constructor: 'a' });
  used.set('__proto__', { admin: true });

  expect([used.get('constructor'), used.get('__proto__'), used.get('toString')]).toEqual([
    'a',
    { admin: true },
    undefined,
  ]);
});

test('the memory store removes expired sessions, and warns in production', async () => {
  const store = new MemoryStore();
  store.write('kept', 'kept', 2000);
  for (let id = 0; id < 99; id++) store.write(String(id), 'over', 1000);
  vi.advanceTimersByTime(1000);
  expect(store.read('7')).toBeUndefined();
  store.write('more', 'more', 1000);
  expect(store.size).toBe(2);

  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  await session({ store: 'memory' });
  expect(warn).not.toHaveBeenCalled();
  vi.stubEnv('NODE_ENV', 'production');
  await session({ store: 'memory' });
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('Sessions are kept in memory'));
});

test.each([
  [
    'nothing',
    {},
    'expected a secret or a store; a secret of 32 characters or more, for example from "openssl rand',
  ],
  [
    'a short secret',
    { secret: 'short-one' },
    'session.secret: expected a secret of 32 characters or more, for example from "openssl rand -base64 32", received a string of 9 characters',
  ],
  [
    'a short secret in a list',
    { secret: [SECRET, 'short-one'] },
    'session.secret[1]: expected a secret of 32',
  ],
  [
    'a secret of the documentation',
    { secret: [SECRET, 'only for this example, not for your app'] },
    'session.secret[1]: expected a secret of your own, not one of the documentation',
  ],
  ['no secret', { secret: [] }, 'session.secret: expected at least one secret'],
  [
    'a value that is not a store',
    { store: { get: 1 } },
    'session.store: expected "memory" or an object with the methods',
  ],
  ['an unknown store', { store: 'disk' }, 'session.store: expected "memory" or an object with the methods'],
  [
    'no time',
    { store: 'memory', idle_timeout: 0 },
    'session.idle_timeout: expected a whole number of milliseconds',
  ],
  ['a name that is none', { store: 'memory', name: 'a b' }, 'session.name: expected the name of a cookie'],
])(
  '%s is rejected when the middleware is created, without showing the secret',
  async (_, options, message) => {
    const error = await session(options as unknown as SessionOptions).then(
      String,
      (thrown: unknown) => thrown as ConfigError,
    );

    expect(error).toMatchObject({ code: 'FW_CONFIG', message: expect.stringContaining(message) as string });
    expect(String(error)).not.toMatch(/short-one|nobody guesses/);
  },
);

test.each([
  [{ name: '__Host-session', secure: false }, 'secure of the cookie "__Host-session"'],
  [{ name: '__Host-session', domain: 'example.org' }, 'domain of the cookie "__Host-session"'],
  [{ path: 'shop' }, 'path of the cookie "session"'],
] as const)(
  'attributes that no browser accepts are rejected when the middleware is created: %j',
  async (options, message) => {
    await expect(session({ store: 'memory', ...options })).rejects.toThrow(message);
  },
);
