import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ServiceManager } from '../../../runtime/src/kernel/container/service-manager.ts';
import * as a from 'fw-runtime/a';
import * as b from 'fw-runtime/b';
import { toNodeHandler } from 'fw-runtime/node';
import type { ApplicationDescription, Explanation } from '../../src/index.ts';
import type { Kit } from '../../../runtime/test/cases/case.ts';
import { inBothVariants } from '../../../runtime/test/cases/kit.ts';
import { exchange, serve } from '../../../runtime/test/support/serve.ts';
import { askAsDeveloper as ask, developerHeader } from '../support/developer.ts';
import { useDevTools } from '../support/use-dev-tools.ts';

useDevTools();

const ADDRESSES = [
  '/_fw',
  '/_fw/requests',
  '/_fw/page/main.js',
  '/_fw/api/application',
  '/_fw/api/requests',
  '/_fw/api/events',
];

function site<M>(kit: Kit<M>, debug: boolean | 'everyone' = true) {
  const app = kit.app({ debug });
  app.pipe(
    '/admin',
    kit.guard((request) => request.header('x-entry') === undefined, 'No entry'),
  );
  app.pipeRoutingMiddleware().pipeDispatchMiddleware();
  app.get('/', kit.answer('Home'), 'home');
  app.get('/post/{id:\\d+}', kit.answer('A post'), 'post');
  app.get('/admin/stats', kit.answer('Statistics'), 'stats');
  return app;
}

inBothVariants((kit) => {
  describe('the inspector', () => {
    test.each(['/_fw', '/_fw/', '/_fw/pipeline', '/_fw/requests', '/_fw/requests/7', '/_fw/routes'])(
      'shows its page at %s, which loads nothing from other hosts',
      async (path) => {
        const { status, headers, body } = await ask(await serve(site(kit)), { path });

        expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
        expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
        expect(body.match(/(?:src|href)="[^"]*"/g)).not.toEqual([]);
        expect(body).not.toMatch(/(?:src|href)="(?!\/_fw\/page\/|data:,|#)/);
      },
    );

    test.each(['/_fw', '/_fw/page/main.js', '/_fw/page/base.css', '/_fw/api/requests', '/_fw/nothing'])(
      'forbids others to store, frame or sniff %s',
      async (path) => {
        const { headers } = await ask(await serve(site(kit)), { path });

        expect(headers).toMatchObject({
          'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
        });
      },
    );

    test('sends each file that its page names, and no other', async () => {
      const server = await serve(site(kit));
      const { body } = await ask(server, { path: '/_fw' });
      const files = [...body.matchAll(/"(\/_fw\/page\/[^"]+)"/g)].map(([, path = '']) => path);

      expect(files.length).toBeGreaterThan(3);
      for (const path of files) expect((await ask(server, { path })).status).toBe(200);
      for (const path of ['tsconfig.json', 'index.html', '..%2Finspector.js', 'none.js', 'Main.js']) {
        expect((await ask(server, { path: `/_fw/page/${path}` })).status).toBe(404);
      }
    });

    test.each<[string, Record<string, string>]>([
      ['a foreign Host', { host: 'example.com' }],
      ['a foreign Host that begins like a local one', { host: 'localhost.example.com' }],
      ['a client without a token', { 'x-fw-token': '' }],
      ['a client with a wrong token', { 'x-fw-token': 'x'.repeat(32) }],
    ])('is not there for %s: the site answers as it answers any unknown path', async (_what, headers) => {
      const server = await serve(site(kit));
      const unknown = await ask(server, { path: '/-unknown', headers });

      for (const path of ADDRESSES) {
        const { status, body } = await ask(server, { path, headers });
        expect([status, body.replaceAll(path, '/-unknown')]).toEqual([404, unknown.body]);
      }
    });

    test('is missing without debug, and for a route of the app below its path', async () => {
      const app = site(kit, false);
      app.get('/_fw/own', kit.answer('Its own'), 'own');
      const server = await serve(app);

      for (const path of ADDRESSES) expect((await ask(server, { path })).status).toBe(404);
      expect((await ask(server, { path: '/_fw/own' })).body).toBe('Its own');
    });

    test.each(['/_fwx', '/x/_fw', '/_FW'])('leaves %s to the app', async (path) => {
      const app = site(kit);
      app.get(path, kit.answer('Its own'), 'own');

      expect((await ask(await serve(app), { path })).body).toBe('Its own');
    });

    test('describes the application, with the locations in its files', async () => {
      const { body } = await ask(await serve(site(kit)), { path: '/_fw/api/application' });
      const { description } = JSON.parse(body) as { description: ApplicationDescription };

      expect(description.routes.map(({ name }) => name)).toEqual(['home', 'post', 'stats']);
      expect(description.pipeline.map(({ prefix }) => prefix)).toEqual(['/admin', undefined, undefined]);
      expect(description.pipeline[0]?.origin?.file).toBe(
        'packages/devtools/test/inspector-page/inspector-page.test.ts',
      );
    });

    test('explains a request', async () => {
      const server = await serve(site(kit));
      const path = '/_fw/api/explain?method=GET&url=%2Fadmin%2Fstats';
      const { layers, route } = JSON.parse((await ask(server, { path })).body) as Explanation;

      expect(route?.name).toBe('stats');
      expect(layers.map(({ runs }) => runs)).toEqual([true, true, true]);
    });

    test.each([
      ['/_fw/api/explain?method=GET&url=post', 400],
      ['/_fw/api/explain?method=GET&url=/%25zz', 400],
      ['/_fw/api/uri?name=none', 400],
      ['/_fw/api/uri?name=post&params={"id":"x"}', 400],
      ['/_fw/api/requests/none', 404],
      ['/_fw/api/toString', 404],
      ['/_fw/api', 404],
    ])('responds to %s with %i and a sentence', async (path, expected) => {
      const { status, body } = await ask(await serve(site(kit)), { path });

      expect([status, JSON.parse(body)]).toEqual([
        expected,
        { error: expect.stringMatching(/\.$/) as string },
      ]);
    });

    test('writes the URL of a route', async () => {
      const path = '/_fw/api/uri?name=post&params={"id":"7"}';

      expect((await ask(await serve(site(kit)), { path })).body).toBe('{"uri":"/post/7"}');
    });

    test.each<[string, Record<string, string>]>([
      ['without an Origin', { 'content-type': 'application/json' }],
      ['of another Origin', { 'content-type': 'application/json', origin: 'http://localhost:1' }],
      ['of a page without one', { 'content-type': 'application/json', origin: 'null' }],
      ['of a form', { 'content-type': 'text/plain', origin: 'OWN' }],
      ['that the browser says is foreign', { origin: 'OWN', 'sec-fetch-site': 'cross-site' }],
    ])('does nothing for a POST %s', async (_what, given) => {
      const server = await serve(site(kit));
      const own = `http://127.0.0.1:${server.port}`;
      const headers = Object.fromEntries(
        Object.entries(given).map(([name, value]) => [name, value === 'OWN' ? own : value]),
      );
      const asked = { method: 'POST', path: '/_fw/api/open', headers, body: '{"file":"package.json"}' };

      expect([403, 415]).toContain((await ask(server, asked)).status);
    });

    test('is unreadable for another site of this machine', async () => {
      const headers = { 'sec-fetch-site': 'same-site' };

      const { status } = await ask(await serve(site(kit)), { path: '/_fw/api/requests', headers });
      expect(status).toBe(403);
    });

    test('opens only files of the project', async () => {
      const server = await serve(site(kit));
      const headers = {
        'content-type': 'application/json',
        origin: `http://127.0.0.1:${server.port}`,
      };
      for (const file of ['../outside.ts', '/etc/hostname', 'none.ts', '', '.', 'package.json\0', 7, null]) {
        const body = JSON.stringify({ file });
        const { status } = await ask(server, { method: 'POST', path: '/_fw/api/open', headers, body });
        expect([file, status]).toEqual([file, 404]);
      }
    });

    test('responds to a target in absolute form, and to HEAD without a body', async () => {
      const server = await serve(site(kit));
      const token = developerHeader()['X-Fw-Token'];
      const head = `Host: localhost:${server.port}\r\nX-Fw-Token: ${token}\r\nConnection: close\r\n\r\n`;

      expect(await exchange(server, `GET http://localhost/_fw HTTP/1.1\r\n${head}`)).toMatch(
        /<!doctype html>/,
      );
      expect(await exchange(server, `HEAD /_fw HTTP/1.1\r\n${head}`)).toMatch(/^HTTP\/1.1 200 [^]*\r\n\r\n$/);
    });

    test('is below the path at which Express mounts the application', async () => {
      const shop = express();
      shop.use('/shop', toNodeHandler(site(kit)));
      const server = createServer(shop).listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      const { port } = server.address() as AddressInfo;

      const { body } = await ask({ port }, { path: '/shop/_fw/requests' });
      const [script = ''] = /\/[^"]*main\.js/.exec(body) ?? [];
      expect(script).toBe('/shop/_fw/page/main.js');
      expect((await ask({ port }, { path: script })).status).toBe(200);
      expect((await ask({ port }, { path: '/_fw' })).status).toBe(404);
    });

    test('serves its page for GET only', async () => {
      const { status, headers } = await ask(await serve(site(kit)), { method: 'POST', path: '/_fw' });

      expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    });
  });
});

describe.each([
  ['A', (container: ServiceManager) => a.AppFactory.create(container)],
  ['B', (container: ServiceManager) => b.AppFactory.create(container)],
])('the inspector of variant %s', (_variant, create) => {
  test('lists the services of the container, and never their values', async () => {
    class Secret {
      readonly value = 'hidden';
    }
    const container = new ServiceManager({
      services: { config: { debug: true, api: { password: 'hidden' } } },
      factories: { Secret: () => new Secret(), Later: () => 'hidden' },
    });
    container.get('Secret');
    const app = create(container);
    const server = await serve(app);
    const services = (await ask(server, { path: '/_fw/api/services' })).body;
    const configuration = (await ask(server, { path: '/_fw/api/configuration' })).body;

    expect(JSON.parse(services)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 'Secret', kind: 'factory', status: 'made' }),
        expect.objectContaining({ id: 'Later', status: 'not made' }),
      ]),
    );
    expect(configuration).toContain('"path":"api.password"');
    expect(services + configuration).not.toContain('hidden');
  });
});
