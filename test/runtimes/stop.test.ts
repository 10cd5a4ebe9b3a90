// How an app of run() ends, on each runtime that has it.
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { get as getSecurely } from 'node:https';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { certificate } from '../../packages/runtime/test/support/tls.ts';
import type { AppServer } from '../support/server.ts';
import { SERVING_RUNTIMES } from './runtimes.ts';
import { responseOf, closeOf, startApp } from './app-process.ts';

for (const runtime of SERVING_RUNTIMES) {
  describe(`a stopping app on ${runtime.name}`, { tags: runtime.tags }, () => {
    let server: AppServer;

    beforeEach((context) => {
      if (runtime.absent !== undefined) context.skip(runtime.absent);
    });

    async function startHere(env: Readonly<Record<string, string>> = {}): Promise<void> {
      server = await startApp(runtime, env);
      onTestFinished(async () => void (await server.stop()));
    }

    test.each(['SIGTERM', 'SIGINT'] as const)(
      'ends with 0 on %s, after it has disposed of its services',
      { tags: ['full'] },
      async (signal) => {
        await startHere();
        expect(await server.stop(signal)).toBe(0);
        expect(server.output()).toContain('disposed');
      },
    );

    test('ends at once although idle connections are open', { tags: ['full'] }, async () => {
      await startHere();
      const agent = new Agent({ keepAlive: true });
      const outgoing = get(server.url, { agent });
      expect(await responseOf(outgoing)).toEqual([200, 'home']);
      const silent = connect(Number(new URL(server.url).port), '127.0.0.1');
      await once(silent, 'connect');
      const closed = [closeOf(silent), closeOf(outgoing.socket)];
      const begun = performance.now();
      expect(await server.stop()).toBe(0);
      expect(performance.now() - begun).toBeLessThan(5000);
      // Bun doesn't report a connection before data arrives, nor does its client notice then that it is closed.
      silent.write('GET');
      await Promise.all(closed);
      agent.destroy();
    });

    test('completes requests in flight, also on reused connections', async () => {
      await startHere();
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      expect(await responseOf(get(server.url, { agent }))).toEqual([200, 'home']);
      const held = server.printed('held');
      const outgoing = get(`${server.url}/closing`, { agent });
      const response = responseOf(outgoing);
      await held;
      expect(outgoing.reusedSocket).toBe(true);
      const stopped = server.stop();
      expect(await response).toEqual([200, 'finished']);
      expect(await stopped).toBe(0);
      agent.destroy();
    });

    test('ends event streams, and aborts handlers that wait for an event', { tags: ['full'] }, async () => {
      await startHere();
      const [held, cancelled] = [server.printed('held'), server.printed('events cancelled')];
      const outgoing = get(`${server.url}/closing`);
      const events = await fetch(`${server.url}/events`);
      const response = responseOf(outgoing);
      await held;
      const stopped = server.stop();
      expect(await events.text()).toBe('data: 1\n\n');
      await cancelled;
      await response;
      expect(await stopped).toBe(0);
    });

    test('cuts off requests that do not end in time', { tags: ['full'] }, async () => {
      await startHere({ SHUTDOWN_TIMEOUT: '200' });
      const response = await fetch(`${server.url}/endless`);
      const body = response.text();
      const outcome = expect(body).rejects.toThrow();
      expect(await server.stop()).toBe(0);
      await outcome;
    });

    test('prints in one line that its port is in use, and ends with 1', { tags: ['full'] }, async () => {
      await startHere();
      const { port } = new URL(server.url);
      await expect(startApp(runtime, { PORT: port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use`);
    });

    test('over TLS, completes the requests in flight of HTTP/1', { tags: ['full'] }, async () => {
      await startHere({ TLS: '1' });
      const outgoing = getSecurely(`${localhost()}/closing`, { ca: certificate.cert, agent: false });
      const response = responseOf(outgoing);
      await server.printed('held');
      const stopped = server.stop();
      expect(await response).toEqual([200, 'finished']);
      expect(await stopped).toBe(0);
    });

    // The server of Bun has no HTTP/2, and the one of Deno ends the streams in flight.
    test.skipIf(['Bun', 'Deno, native'].includes(runtime.name))(
      'over TLS, completes the requests in flight of HTTP/2',
      { tags: ['full'] },
      async () => {
        await startHere({ TLS: '1' });
        const session = connectHttp2(localhost(), { ca: certificate.cert });
        const stream = session.request({ ':path': '/closing' });
        await server.printed('held');
        const stopped = server.stop();
        const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
        expect([headers[':status'], await text(stream)]).toEqual([200, 'finished']);
        expect(await stopped).toBe(0);
      },
    );

    function localhost(): string {
      return server.url.replace('127.0.0.1', 'localhost');
    }

    test('ends at once on a second signal', { tags: ['full'] }, async () => {
      await startHere();
      const body = fetch(`${server.url}/endless`).then((response) => response.text());
      const outcome = expect(body).rejects.toThrow();
      await server.printed('begun');
      const told = server.printed('told to stop');
      const stopped = server.stop();
      await told;
      await server.stop();
      expect(await stopped).toBe(143);
      await outcome;
    });
  });
}
