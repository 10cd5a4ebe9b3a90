import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startChild } from '../support/child-process.ts';
import { essentialFirst } from '../../../../test/support/essential-first.ts';

const CLIENTS = 50;

describe('Shutdown that waits for idle keep-alive connections, drops requests in flight, or exits 0 with work undone', () => {
  for (const { some, tags } of essentialFirst(['b', 'a']))
    describe.each(some)('variant %s', { tags }, (variant) => {
      test('under load, every accepted request gets its whole response, and the exit code is 0 (S4)', async () => {
        const child = startChild('busy-app.mjs', { HOST: '127.0.0.1', PORT: '0', VARIANT: variant });
        const { port } = (await child.told()) as { port: number };
        const clients = await Promise.all(Array.from({ length: CLIENTS }, () => Client.start(port)));
        // All of them are in the middle of something.
        await Promise.all(clients.map((client) => client.answered(20)));
        child.kill('SIGTERM');
        await Promise.all(clients.map((client) => client.closed));
        const { stdout, ...ended } = await child.ended;
        expect(ended).toEqual({ code: 0, signal: null, stderr: '' });
        const accepted = Number(/^accepted: (\d+)\n$/.exec(stdout)?.[1]);
        expect(clients.filter((client) => client.hasHalfAnAnswer)).toEqual([]);
        expect(clients.reduce((sum, client) => sum + client.answers, 0)).toBe(accepted);
        expect(accepted).toBeGreaterThanOrEqual(CLIENTS * 20);
      });

      test('connections that are idle are closed at once (S4)', async () => {
        const child = startChild('busy-app.mjs', { HOST: '127.0.0.1', PORT: '0', VARIANT: variant });
        const { port } = (await child.told()) as { port: number };
        const idle = connect(port, '127.0.0.1');
        const unused = connect(port, '127.0.0.1');
        onTestFinished(() => void [idle, unused].map((socket) => socket.destroy()));
        for (const socket of [idle, unused]) socket.on('error', () => {});
        idle.write('GET /small HTTP/1.1\r\nHost: h\r\n\r\n');
        await once(idle, 'data');
        const closed = Promise.all([idle, unused].map((socket) => once(socket.resume(), 'close')));
        child.kill('SIGTERM');
        await closed;
        expect((await child.ended).code).toBe(0);
      });
    });
});

/** Sends the next request after each response, until the server closes the connection. */
class Client {
  answers = 0;
  readonly closed: Promise<unknown>;
  readonly #socket: Socket;
  readonly #waiting: { count: number; resolve: () => void }[] = [];
  #received = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    socket.setEncoding('latin1').on('error', () => {});
    socket.on('data', (chunk: string) => this.#take(chunk));
    this.#ask();
  }

  static async start(port: number): Promise<Client> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    onTestFinished(() => void socket.destroy());
    return new Client(socket);
  }

  get hasHalfAnAnswer(): boolean {
    return this.#received !== '';
  }

  answered(count: number): Promise<void> {
    return new Promise((resolve) => this.#waiting.push({ count, resolve }));
  }

  #ask(): void {
    const path = this.answers % 2 === 0 ? '/large' : '/stream';
    this.#socket.write(`GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`);
  }

  #take(chunk: string): void {
    this.#received += chunk;
    if (!this.#received.endsWith('the end\n') && !this.#received.endsWith('\r\n0\r\n\r\n')) return;
    this.#received = '';
    this.answers++;
    for (const { count, resolve } of this.#waiting) if (this.answers === count) resolve();
    if (this.#socket.writable) this.#ask();
  }
}
