import { type Config, type Logger, mergeConfigFiles, type ServerRequest, TextResponse } from 'fw-runtime';
import { ServiceManager } from 'fw-runtime/service-manager';
import { type RedisOptions, redisProvider } from 'fw-middleware/redis';
import { getSession, sessionProvider } from 'fw-middleware/session';
import type { Redis } from 'ioredis';
import { expect, test, vi } from 'vitest';
import { inBothVariants } from './both-variants.ts';
import { freePort, withRedis } from './redis-server.ts';

function containerOf(config: Config, logger?: Pick<Logger, 'error'>): ServiceManager {
  const merged = mergeConfigFiles({ 'site.global.ts': config }, { providers: [redisProvider] });
  const container = new ServiceManager(merged.dependencies);
  container.setService('config', merged);
  if (logger !== undefined) container.setService('Logger', logger);
  return container;
}

withRedis((url) => {
  test('the service connects when it is first used, and closes with the container', async () => {
    const container = containerOf({ redis: { url: url() } });
    const client = await container.get<Promise<Redis>>('fw-middleware/redis');
    expect(client.status).toBe('wait');

    await client.set('key', 'value');
    const [, , reply] = await Promise.all([container.dispose(), undefined, client.get('key')]);

    expect(reply).toBe('value');
    expect(client.status).toBe('end');
  });

  inBothVariants((kit) => {
    test('sessions are stored in Redis if configured', async () => {
      const handler = async (request: ServerRequest): Promise<TextResponse> => {
        const session = await getSession(request);
        const visits = (session.get<number>('visits') ?? 0) + 1;
        session.set('visits', visits);
        return new TextResponse(String(visits));
      };
      const app = kit.configured([redisProvider, sessionProvider], {
        redis: { url: url() },
        session: { store: 'redis' },
        routes: [{ path: '/', middleware: handler }],
      });
      const first = await app.request('/');
      const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';

      expect(cookie).toMatch(/^session=[\da-f]{40}$/);
      expect(await (await app.request('/', { headers: { Cookie: cookie } })).text()).toBe('2');
    });
  });
});

test('an unavailable Redis fails the command and is logged once, without the password', async () => {
  const port = await freePort();
  const error = vi.fn<Logger['error']>();
  const config = { redis: { url: `redis://:s3cret@127.0.0.1:${port}`, options: { retryStrategy: () => 1 } } };
  const container = containerOf(config, { error });
  const client = await container.get<Promise<Redis>>('fw-middleware/redis');

  await expect(client.get('key')).rejects.toThrow();
  await expect(client.get('key')).rejects.toThrow();
  expect(error).toHaveBeenCalledExactlyOnceWith(
    { err: expect.objectContaining({ code: 'ECONNREFUSED' }) as Error },
    `Redis at 127.0.0.1:${port} doesn't respond; reconnecting.`,
  );
  expect(JSON.stringify(error.mock.calls)).not.toContain('s3cret');
  await container.dispose();
});

test('an unused client is ended without connecting', async () => {
  const container = containerOf({ redis: { url: 'redis://127.0.0.1:1' } });
  const client = await container.get<Promise<Redis>>('fw-middleware/redis');
  const connect = vi.spyOn(client, 'connect');
  await container.dispose();

  expect(connect).not.toHaveBeenCalled();
});

test.each([
  [
    'a host alone',
    { url: 'localhost:6379' },
    'redis.url: expected a URL such as "redis://127.0.0.1:6379", received other text',
  ],
  ['an unknown key', { host: 'localhost' }, 'redis.host: expected no such key'],
  ['options that are none', { options: 3 }, 'redis.options: expected options of ioredis'],
])('%s is rejected, with the name of the file', async (_, options, message) => {
  const container = containerOf({ redis: options as RedisOptions });

  await expect(container.get<Promise<Redis>>('fw-middleware/redis')).rejects.toMatchObject({
    message: expect.stringContaining(`site.global.ts: ${message}`) as string,
  });
});
