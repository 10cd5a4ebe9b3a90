import { describe, expect, onTestFinished, test } from 'vitest';
import type { RequestRecord } from '../../src/recorder/request-json.ts';
import { requestLogOf } from '../../src/recorder/request-log.ts';
import type { RunningServer } from 'fw-runtime';
import { inBothVariants } from '../../../runtime/test/cases/kit.ts';
import { askHttp2, serveHttp2 } from '../../../runtime/test/support/http2-client.ts';
import { askFive, inspectedSite } from './inspected-site.ts';
import { serve } from '../../../runtime/test/support/serve.ts';
import { askAsDeveloper as ask, developerHeader } from '../support/developer.ts';
import { useDevTools } from '../support/use-dev-tools.ts';

useDevTools();

async function listOf(server: RunningServer): Promise<readonly RequestRecord[]> {
  return JSON.parse((await ask(server, { path: '/_fw/api/requests' })).body) as readonly RequestRecord[];
}

function write(server: RunningServer, path: string) {
  const headers = { origin: `http://127.0.0.1:${server.port}`, 'content-type': 'application/json' };
  return ask(server, { method: 'POST', path, headers, body: '{}' });
}

inBothVariants((kit) => {
  describe('the requests of the inspector', () => {
    test('are listed with the newest first, and X-Fw-Trace links to each', async () => {
      const server = await inspectedSite(kit);
      const answers = await askFive(server);

      const list = await listOf(server);
      expect(list.map(({ url }) => url)).toEqual([
        '/blog/broken',
        '/blog/post',
        '/admin/stats',
        '/blog/post/7?draft=1',
        '/',
      ]);
      const traces = answers.map(({ headers }) => headers['x-fw-trace']);
      expect(traces.toReversed()).toEqual(list.map(({ id }) => `/_fw/requests/${id}`));
      const path = String(traces[2]);
      const asJson = await ask(server, { path, headers: { accept: 'application/json' } });
      expect(JSON.parse(asJson.body)).toMatchObject({ url: '/admin/stats', status: 200 });
      expect(asJson.body).not.toContain('abcdefgh');
      const forBrowsers = await ask(server, {
        path,
        headers: { accept: 'text/html,application/json;q=0.9' },
      });
      expect(forBrowsers.headers['content-type']).toBe('text/html; charset=utf-8');
    });

    test('are a stream of events: all existing ones, then each with its response', async () => {
      const server = await inspectedSite(kit);
      await ask(server, { path: '/' });
      const stop = new AbortController();
      onTestFinished(() => stop.abort());
      const { body, headers } = await fetch(`${server.url}/_fw/api/events`, {
        signal: stop.signal,
        headers: developerHeader(),
      });
      const events = body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      const until = async (wanted: string): Promise<void> => {
        while (!text.includes(wanted)) text += (await events?.read())?.value ?? '';
      };

      await until('event: list');
      expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([
        'text/event-stream',
        'no-store',
      ]);
      await ask(server, { path: '/blog/post/7' });
      await until('"status":200,"duration":');
      await until('"route":"post.show"');
      expect(text).toMatch(/^retry: 500\nevent: list\ndata: /);
    });

    test('can be sent again: the same request, without unrecorded secrets', async () => {
      const server = await inspectedSite(kit);
      const [, , signedIn, created] = await askFive(server);

      const again = await write(server, `/_fw/api${String(created?.headers['x-fw-trace']).slice(4)}/replay`);
      const { id, status, without } = JSON.parse(again.body) as {
        id: string;
        status: number;
        without: string[];
      };
      expect([status, without]).toEqual([201, []]);
      const record = await ask(server, { path: `/_fw/api/requests/${id}` });
      expect(JSON.parse(record.body)).toMatchObject({
        method: 'POST',
        url: '/blog/post',
        request: { text: `{"title":"It's new"}` },
      });
      const other = await write(server, `/_fw/api${String(signedIn?.headers['x-fw-trace']).slice(4)}/replay`);
      expect(JSON.parse(other.body)).toMatchObject({ status: 200, without: ['authorization'] });
    });

    test.each([
      ['a secret in its URL', { path: '/?token=abcdefgh' }, /URL contains a secret/],
      [
        'a body that nobody has read',
        { method: 'POST', path: '/blog/post/unread', body: 'x' },
        /not recorded/,
      ],
      [
        'a secret in its body',
        {
          method: 'POST',
          path: '/blog/post',
          headers: { 'content-type': 'application/json' },
          body: '{"password":"abcdefgh"}',
        },
        /body contains a secret/,
      ],
    ])('with %s are not sent again, with the reason', async (_what, asked, reason) => {
      const server = await inspectedSite(kit);
      const { headers } = await ask(server, asked);
      const before = await listOf(server);

      const { status, body } = await write(
        server,
        `/_fw/api${String(headers['x-fw-trace']).slice(4)}/replay`,
      );
      expect([status, JSON.parse(body)]).toEqual([409, { error: expect.stringMatching(reason) as string }]);
      expect(await listOf(server)).toEqual(before);
    });

    test('are curl commands, with masked secrets', async () => {
      const server = await inspectedSite(kit);
      const [, , signedIn] = await askFive(server);

      const { body } = await ask(server, {
        path: `/_fw/api${String(signedIn?.headers['x-fw-trace']).slice(4)}/curl`,
      });
      const { command } = JSON.parse(body) as { command: string };
      expect(command).toMatch(`'http://127.0.0.1:${server.port}/admin/stats'`);
      expect(command).toMatch(/-H 'authorization: (?:Bearer )?\*\*\*'/);
    });

    test('for static files cannot be saved as tests, with the reason', async () => {
      const server = await inspectedSite(kit);
      const { headers } = await ask(server, { path: '/rules.md' });
      const path = `/_fw/api${String(headers['x-fw-trace']).slice(4)}`;

      const { layers, noTest } = JSON.parse((await ask(server, { path })).body) as RequestRecord & {
        noTest: string;
      };
      expect([layers, noTest]).toEqual([[], expect.stringMatching(/^No middleware .* static file/)]);
      const { status, body } = await write(server, `${path}/test`);
      expect([status, body]).toEqual([409, expect.stringContaining(noTest)]);
    });

    test('are those of the app, without those of the inspector', async () => {
      const app = kit.app({ debug: true });
      const server = await serve(app);
      for (const path of ['/_fw', '/_fw/api/requests', '/_fw/nothing']) await ask(server, { path });

      expect(requestLogOf(app).list()).toEqual([]);
    });

    test('are sent again over TLS if they arrived over TLS', async () => {
      const app = kit.app({ debug: true });
      app.pipe(kit.answer('Home'));
      const session = await serveHttp2(app);
      const trace = String(
        (await askHttp2(session, { path: '/home', headers: developerHeader() })).headers['x-fw-trace'],
      );

      const origin = `https://${session.originSet?.[0]?.replace(/^https:\/\//, '')}`;
      const headers = { ...developerHeader(), origin, 'content-type': 'application/json' };
      const path = `/_fw/api${trace.slice('/_fw'.length)}/replay`;
      const { status, body } = await askHttp2(session, { method: 'POST', path, headers, body: '{}' });
      expect([status, JSON.parse(body)]).toEqual([200, expect.objectContaining({ status: 200 })]);
      expect(
        requestLogOf(app)
          .list()
          .map(({ url }) => url),
      ).toEqual(['/home', '/home']);
    });
  });
});
