import { describe, expect, test } from 'vitest';
import { TextResponse } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { ask, serve } from '../../support/serve.ts';

const HIDDEN = '500 Internal Server Error\n';

describe('without the development tools', () => {
  inBothVariants((kit) => {
    test.each<[string, Readonly<Record<string, string>>]>([
      ['this machine', {}],
      ['a name of this machine', { host: 'app.localhost:3000' }],
    ])('debug shows a client of %s the message and the stack as plain text (E1)', async (_what, headers) => {
      const app = kit.app({ debug: true, log: () => {} });
      app.pipe(kit.throws(new Error('tangerine')));
      const {
        status,
        body,
        headers: received,
      } = await ask(await serve(app), {
        headers: { accept: 'text/html', ...headers },
      });
      expect(status).toBe(500);
      expect(received['content-type']).toBe('text/plain; charset=utf-8');
      expect(received['cache-control']).toBe('no-store');
      expect(body).toMatch(/^500 Internal Server Error\ntangerine\n\nError: tangerine\n {4}at /);
    });

    test.each<[string, Readonly<Record<string, string>>]>([
      ['another host', { host: 'example.org' }],
      ['a proxy that forwards', { 'x-forwarded-for': '203.0.113.7' }],
      ['a proxy that forwards by RFC 7239', { forwarded: 'for=203.0.113.7' }],
      ['a tunnel', { 'cf-connecting-ip': '203.0.113.7' }],
    ])('debug shows a client behind %s nothing (E1)', async (_what, headers) => {
      const app = kit.app({ debug: true, log: () => {} });
      app.pipe(kit.throws(new Error('tangerine')));
      expect((await ask(await serve(app), { headers })).body).toBe(HIDDEN);
    });

    test('debug shows such a client no internals of a request that a handler sends for it (E1)', async () => {
      const inner = kit.app({ debug: true, log: () => {} });
      inner.pipe(kit.throws(new Error('tangerine')));
      const app = kit.app({ debug: true });
      app.pipe(kit.handler(async () => new TextResponse(await (await inner.request('/')).text())));
      const server = await serve(app);
      expect((await ask(server, { headers: { host: 'example.org' } })).body).toBe(HIDDEN);
      expect((await ask(server)).body).toContain('tangerine');
    });

    test('there is no inspector with debug (S10)', async () => {
      const server = await serve(kit.routed({ debug: true }));
      const { status, body } = await ask(server, { path: '/_fw' });
      expect([status, body]).toEqual([404, '404 Not Found\nNo route matches GET /_fw.\n']);
    });
  });
});
