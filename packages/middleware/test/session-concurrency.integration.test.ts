import { type ServerRequest, TextResponse } from 'fw-runtime';
import { redis } from 'fw-middleware/redis';
import {
  getSession,
  MemoryStore,
  type RedisCommands,
  RedisStore,
  session,
  type SessionStore,
} from 'fw-middleware/session';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type App, inBothVariants, type Kit } from './both-variants.ts';
import { withRedis } from './redis-server.ts';

/** Runs the commands of two processes in a given order, such as "LLO", to control the order in which they reach Redis. */
class Turns {
  #order: string;
  #waiting = new Map<string, () => void>();

  constructor(order: string) {
    this.#order = order;
  }

  async take<T>(process: string, command: () => T | Promise<T>): Promise<T> {
    if (!this.#order.startsWith(process) && this.#order.includes(process)) {
      await new Promise<void>((resolve) => this.#waiting.set(process, resolve));
    }
    const reply = await command();
    this.#order = this.#order.slice(1);
    this.#wake();
    return reply;
  }

  /** Called when a process has sent its last command. */
  leave(process: string): void {
    this.#order = this.#order.replaceAll(process, '');
    this.#wake();
  }

  #wake(): void {
    const [next = ''] = this.#order;
    const resolve = this.#waiting.get(next);
    this.#waiting.delete(next);
    resolve?.();
  }
}

/** The store of one process, whose commands wait for their turn. */
function inTurn(store: SessionStore, process: string, turns: () => Turns): SessionStore {
  return {
    read: (id) => turns().take(process, () => store.read(id)),
    write: (...given) => turns().take(process, () => store.write(...given)),
    update: (...given) => turns().take(process, () => store.update(...given)),
    touch: (...given) => turns().take(process, () => store.touch(...given)),
    remove: (id) => turns().take(process, () => store.remove(id)),
  };
}

/** All orders of the commands of two processes. */
function orders(one: number, other: number): string[] {
  if (one === 0) return ['O'.repeat(other)];
  if (other === 0) return ['L'.repeat(one)];
  return [
    ...orders(one - 1, other).map((order) => `L${order}`),
    ...orders(one, other - 1).map((order) => `O${order}`),
  ];
}

async function appOn(kit: Kit, store: SessionStore): Promise<App> {
  const app = kit.app([await session({ store })]);
  const act = (path: string, handle: (request: ServerRequest) => unknown): unknown =>
    app.post(path, async (request) => new TextResponse(String(await handle(request))));
  act('/login', async (request) => {
    const used = await getSession(request);
    used.regenerate();
    used.set('user', 'ada');
  });
  act('/logout', async (request) => (await getSession(request)).destroy());
  act('/poll', async (request) => (await getSession(request)).set('seen', true));
  act('/elevate', async (request) => (await getSession(request)).regenerate());
  act('/me', async (request) => (await getSession(request)).get('user'));
  return app;
}

const send = (app: App, path: string, cookie = ''): Promise<Response> =>
  app.request(path, { method: 'POST', headers: { Cookie: cookie } });
const cookieOf = (response: Response): string | undefined =>
  response.headers.get('set-cookie')?.split(';')[0];

/** Two processes with one store. */
async function processes(kit: Kit, store: SessionStore) {
  let turns = new Turns('');
  const calm = await appOn(kit, store);
  const apps = {
    L: await appOn(
      kit,
      inTurn(store, 'L', () => turns),
    ),
    O: await appOn(
      kit,
      inTurn(store, 'O', () => turns),
    ),
  };
  const userOf = async (cookie: string): Promise<string> => (await send(calm, '/me', cookie)).text();

  /** Sends two concurrent requests of one session; returns the users of that session and of those in the responses. */
  async function sendBoth(paths: { L: string; O: string }, order: string) {
    const first = cookieOf(await send(calm, '/login')) ?? '';
    turns = new Turns(order);
    const responses = (['L', 'O'] as const).map(async (process) => {
      const response = await send(apps[process], paths[process], first);
      turns.leave(process);
      return response;
    });
    const given = (await Promise.all(responses)).map(cookieOf).filter((each) => each !== undefined);
    return { user: await userOf(first), users: await Promise.all(given.map(userOf)) };
  }

  return sendBoth;
}

/**
 * Tests for every store. The numbers are the maximum numbers of commands that a request sends.
 *
 * @param@param step tries every nth order
 */
function testStore(kit: Kit, makeStore: () => Promise<SessionStore>, step = 1): void {
  const isTried = (_: unknown, index: number): boolean => index % step === 0;
  test.each([
    ['/poll', orders(4, 2)],
    ['/elevate', orders(5, 5)],
    ['/me', orders(4, 1)],
    ['/logout', orders(4, 4)],
  ])('a logout is not undone by %s in parallel, in any order of their commands', async (path, all) => {
    const sendBoth = await processes(kit, await makeStore());
    for (const order of all.filter(isTried)) {
      const { user, users } = await sendBoth({ L: '/logout', O: path }, order);
      expect(new Set([user, ...users]), order).toEqual(new Set(['undefined']));
    }
  });

  test('of two requests that regenerate a session, only one continues it', async () => {
    const sendBoth = await processes(kit, await makeStore());
    for (const order of orders(5, 5).filter(isTried)) {
      const { user, users } = await sendBoth({ L: '/elevate', O: '/elevate' }, order);
      expect([user, users], order).toEqual(['undefined', ['ada']]);
    }
  });
}

inBothVariants((kit) => {
  describe('in memory', () => testStore(kit, async () => Promise.resolve(new MemoryStore())));

  test('a logout with a replaced id ends the session under its new id', async () => {
    const app = await appOn(kit, new MemoryStore());
    const first = cookieOf(await send(app, '/login')) ?? '';
    const second = cookieOf(await send(app, '/elevate', first)) ?? '';
    const third = cookieOf(await send(app, '/elevate', second)) ?? '';
    await send(app, '/logout', first);

    expect(await (await send(app, '/me', third)).text()).toBe('undefined');
  });

  test('a request that only reads a session does not revert concurrent writes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const store = new MemoryStore();
    const app = kit.app([await session({ store, idle_timeout: 3000 })]);
    app.post('/role/{role}', async (request) => {
      (await getSession(request)).set('role', request.params['role']);
      return new TextResponse('');
    });
    const roleOf = async (request: ServerRequest): Promise<string> =>
      String((await getSession(request)).get('role'));
    app.post('/role', async (request) => new TextResponse(await roleOf(request)));
    const cookie = cookieOf(await send(app, '/role/admin')) ?? '';
    app.post('/report', async (request) => {
      const role = await roleOf(request);
      await send(app, '/role/user', cookie);
      return new TextResponse(role);
    });
    vi.advanceTimersByTime(400);

    expect(await (await send(app, '/report', cookie)).text()).toBe('admin');
    expect(await (await send(app, '/role', cookie)).text()).toBe('user');
  });

  test('a request that only reads a session renews its lifetime, without writing to Redis', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const kept = new Map<string, string>();
    const commands = {
      get: vi.fn((key: string) => Promise.resolve(kept.get(key) ?? null)),
      set: vi.fn((key: string, value: string) => Promise.resolve(kept.set(key, value) && 'OK')),
      pexpire: vi.fn(() => Promise.resolve(1)),
      del: vi.fn(() => Promise.resolve(1)),
    } satisfies RedisCommands;
    const app = await appOn(kit, new RedisStore(commands));
    const cookie = cookieOf(await send(app, '/login')) ?? '';
    expect(commands.set).toHaveBeenCalledOnce();
    await send(app, '/me', cookie);
    expect(commands.pexpire).not.toHaveBeenCalled();
    vi.advanceTimersByTime(86_400_000 / 10 + 1);
    await send(app, '/me', cookie);

    expect(commands.pexpire).toHaveBeenCalledExactlyOnceWith(
      `session:${cookie.slice('session='.length)}`,
      86_400_000,
    );
    expect(commands.set).toHaveBeenCalledOnce();
    expect(commands.del).not.toHaveBeenCalled();
  });
});

withRedis((url) => {
  inBothVariants((kit) => {
    testStore(
      kit,
      async () => {
        const client = await redis({ url: url() });
        onTestFinished(() => client.disconnect());
        return new RedisStore(client);
      },
      5,
    );
  });
});
