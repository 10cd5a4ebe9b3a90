import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { isLocalDevelopment } from '../../src/development/gate.ts';
import { recordsOf } from '../../src/development/records.ts';
import { inBothVariants } from '../cases/kit.ts';
import { ask, serve } from '../serve.ts';

/** An address of this machine that is not a loopback one; undefined where it has none. */
const address = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address;

const LOCAL = [
  'localhost',
  'LOCALHOST:8080',
  'app.localhost',
  'a.b.localhost:1',
  '127.0.0.1',
  '127.1.2.3:80',
  '[::1]:3000',
];
const FOREIGN = [
  'evil.example',
  'localhost.evil.example',
  'evil.example:80',
  'notlocalhost',
  '127.0.0.1.evil.example',
  '10.0.0.1',
  '128.0.0.1',
  '[::2]',
  'localhost:80@evil.example',
  'evil.example/localhost',
  '',
  'localhost, evil.example',
];
const FORWARDED = [
  'Forwarded',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'x-forwarded-proto',
  'Via',
  'X-Real-IP',
];

inBothVariants((kit) => {
  const served = async (debug: boolean | 'everyone', host = '127.0.0.1') => {
    const app = kit.app({ debug });
    app.pipe(kit.answer('here'));
    const server = await serve(app, { host });
    return { server, recorder: recordsOf(app) };
  };

  test.each([true, 'everyone'] as const)(
    'a request of a developer on this machine is recorded with debug: %s (P9)',
    async (debug) => {
      const { server, recorder } = await served(debug);
      for (const host of LOCAL) {
        const { headers } = await ask(server, { headers: { host } });
        expect([host, headers['x-fw-trace']]).toEqual([host, `/_fw/requests/${recorder.list()[0]?.id}`]);
      }
      expect(recorder.list()).toHaveLength(LOCAL.length);
    },
  );

  const nothing = async (
    { server, recorder }: Awaited<ReturnType<typeof served>>,
    headers: Readonly<Record<string, string>>,
  ): Promise<void> => {
    const answer = await ask(server, { headers });
    expect(answer).toMatchObject({ status: 200, body: 'here' });
    expect(answer.headers).not.toHaveProperty('x-fw-trace');
    expect(recorder.list()).toEqual([]);
  };

  test('without debug nothing is recorded (P9)', async () => {
    await nothing(await served(false), {});
  });

  test.each(FOREIGN)('a request for the host "%s" is not recorded (P9)', async (host) => {
    await nothing(await served(true), { host });
  });

  test.each(FORWARDED)(
    'a request that came through a proxy which adds %s is not recorded (P9)',
    async (name) => {
      await nothing(await served('everyone'), { [name]: '127.0.0.1' });
    },
  );

  test.skipIf(address === undefined)('a request from another address is not recorded (P9)', async () => {
    const { server, recorder } = await served('everyone', '0.0.0.0');
    const url = `http://${address}:${server.port}/`;
    const response = await fetch(url);
    expect(await response.text()).toBe('here');
    expect(response.headers.has('x-fw-trace')).toBe(false);
    expect(recorder.list()).toEqual([]);
  });

  test('a request that came without a connection is not recorded (P9)', async () => {
    const app = kit.app({ debug: true });
    app.pipe(kit.answer('here'));
    const response = await app.request('/');
    expect(await response.text()).toBe('here');
    expect(response.headers.has('x-fw-trace')).toBe(false);
    expect(recordsOf(app).list()).toEqual([]);
  });
});

describe('the address of the peer', () => {
  test.each([
    ['127.0.0.1', true],
    ['127.255.0.3', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['192.168.0.7', false],
    ['::ffff:10.0.0.1', false],
    ['fe80::1', false],
    [undefined, false],
  ])('%s is of a developer on this machine: %s', (ip, expected) => {
    const source = { ip, headers: new Headers({ host: 'localhost' }), header: () => 'localhost' };
    expect(isLocalDevelopment({ source } as never, true)).toBe(expected);
    expect(isLocalDevelopment({ source } as never, false)).toBe(false);
  });
});
