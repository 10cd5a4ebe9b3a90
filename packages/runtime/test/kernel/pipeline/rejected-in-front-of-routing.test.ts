// A request that cannot be routed is rejected, whatever runs before routing. Otherwise middleware that responds to
// everything would replace guards under path prefixes, which do not run for such a request (rule E6).
import type { ClientHttp2Session } from 'node:http2';
import { proxy } from 'fw-middleware/proxy';
import { expect, test, vi } from 'vitest';
import { defineMiddleware, type HttpResponse, TextResponse } from '../../../src/index.ts';
import { fromConnect } from '../../../src/server/node/index.ts';
import type { CaseApplication, Kit } from '../../cases/case.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { askHttp2, serveHttp2 } from '../../support/http2-client.ts';
import { exchange, serve } from '../../support/serve.ts';

const BODY_LIMIT = 10;
const BODY = 'x'.repeat(BODY_LIMIT + 1);
const JSON_ONLY = { Accept: 'application/json' };
const OUTER = 'x-outer';

interface Rejection {
  readonly status: number;
  readonly detail: RegExp;
  readonly http1: string;
  http2(session: ClientHttp2Session): ReturnType<typeof askHttp2>;
  /** Undefined where `Request` cannot express the request. */
  readonly fetch: (() => Request) | undefined;
}

const rejections: Readonly<Record<string, Rejection>> = {
  'a malformed path': {
    status: 400,
    detail: /path/,
    http1: http1('GET /%zz', 'Host: localhost'),
    http2: (session) => askHttp2(session, { path: '/%zz', headers: JSON_ONLY }),
    fetch: () => new Request('http://localhost/%zz', { headers: JSON_ONLY }),
  },
  'two hosts': {
    status: 400,
    detail: /more than one Host/,
    http1: http1('GET /admin', 'Host: localhost\r\nHost: other'),
    http2: (session) =>
      askHttp2(session, {
        path: '/admin',
        headers: { ...JSON_ONLY, ':authority': 'localhost', host: 'other' },
      }),
    fetch: undefined,
  },
  'a body that is too large': {
    status: 413,
    detail: /10 bytes/,
    http1: http1('POST /admin', `Host: localhost\r\nContent-Length: ${BODY.length}`, BODY),
    http2: (session) => {
      const headers = { ...JSON_ONLY, 'content-length': String(BODY.length) };
      return askHttp2(session, { method: 'POST', path: '/admin', headers, body: BODY });
    },
    fetch: () => {
      const headers = { ...JSON_ONLY, 'Content-Length': String(BODY.length) };
      return new Request('http://localhost/admin', { method: 'POST', headers, body: BODY });
    },
  },
};

/** Attaches middleware that responds to every request; `ran` notes what must not run for a rejected one. */
type Front = <M>(kit: Kit<M>, app: CaseApplication<M>, ran: (what: string) => void) => unknown;

const fronts: Readonly<Record<string, Front>> = {
  'a home page at "/"': (kit, app) => app.pipe('/', kit.answer('home page')),
  'a catch-all': (kit, app) => app.pipe(kit.answer('everything')),
  'a response cache': async (kit, app) => {
    const cache = new Map<string, HttpResponse>([['/', new TextResponse('cached')]]);
    const responseCache = defineMiddleware(async (request, next) => {
      const response = cache.get(request.path) ?? (await next(request));
      if (response.status === 200) cache.set(request.path, response);
      return response;
    });
    app.pipe(kit.shared(responseCache));
  },
  'a proxy': async (kit, app, ran) => {
    const upstream = kit.app();
    upstream.pipe(
      kit.handler(() => {
        ran('the upstream');
        return new TextResponse('upstream');
      }),
    );
    const { url } = await serve(upstream);
    // Its types are of the built package.
    app.pipe(kit.shared(proxy({ upstream: url }) as never));
  },
  'an Express app': (kit, app, ran) => {
    const express = fromConnect((incoming, outgoing) => {
      // A home page of Express may run, but none of its other routes, because guards have been skipped.
      if (incoming.url !== '/') ran(`Express with ${incoming.url}`);
      outgoing.end('express');
    });
    app.pipe(kit.shared(express));
  },
  'a child application': (kit, app, ran) => {
    const child = kit.routed();
    const handler = kit.handler(() => {
      ran('a route of the child');
      return new TextResponse('child');
    });
    child.any('/{rest:.*}', handler);
    app.pipe(kit.child(child));
  },
};

inBothVariants((kit) => {
  test.each(Object.entries(fronts))(
    'with %s in front of routing, a request that cannot be routed is rejected (E6)',
    async (_front, attach) => {
      const ran: string[] = [];
      const log = vi.fn();
      const app = kit.app({ log, server: { body_limit: BODY_LIMIT } });
      app.pipe(kit.around((response) => response.withHeader(OUTER, String(response.status))));
      await attach(kit, app, (what) => ran.push(what));
      app.pipe('/admin', noting('a guard'));
      app.pipe(kit.routing);
      app.pipe(kit.dispatch);
      app.any('/{rest:.*}', noting('a route'));
      const [server, session] = await Promise.all([serve(app), serveHttp2(app)]);

      for (const [name, { status, detail, http1: bytes, http2, fetch }] of Object.entries(rejections)) {
        const received: Record<string, Received> = {
          'HTTP/1': parsed(await exchange(server, bytes)),
          'HTTP/2': await http2(session).then(({ headers, ...rest }) => ({ ...rest, outer: headers[OUTER] })),
        };
        if (fetch !== undefined) received['fetch'] = await fromFetch(await app.fetch(fetch()));
        for (const [transport, response] of Object.entries(received)) {
          expect([name, transport, response.status, response.outer]).toEqual([
            name,
            transport,
            status,
            String(status),
          ]);
          expect(JSON.parse(response.body)).toMatchObject({ status, detail: expect.stringMatching(detail) });
        }
      }
      expect(ran).toEqual([]);
      expect(log).not.toHaveBeenCalled();
      // The middleware before routing would have responded.
      const routed = await fromFetch(await app.request('/'));
      expect([routed.status, routed.body]).toEqual([200, expect.not.stringContaining('route')]);

      function noting(what: string): ReturnType<typeof kit.answer> {
        return kit.handler(() => {
          ran.push(what);
          return new TextResponse(what);
        });
      }
    },
  );
});

interface Received {
  readonly status: number;
  readonly outer: unknown;
  readonly body: string;
}

function parsed(response: string): Received {
  const [head = '', body = ''] = response.split('\r\n\r\n');
  return { status: Number(head.slice(9, 12)), outer: /\r\nX-Outer: (\d+)/i.exec(head)?.[1], body };
}

async function fromFetch(response: Response): Promise<Received> {
  const { status, headers } = response;
  return { status, outer: headers.get(OUTER), body: await response.text() };
}

function http1(line: string, headers: string, body = ''): string {
  return `${line} HTTP/1.1\r\n${headers}\r\nAccept: application/json\r\nConnection: close\r\n\r\n${body}`;
}
