import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as ask,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { browserPath, launchBrowser } from '../../../runtime/test/support/browser.ts';
import { showOver } from '../../src/dev/banner.ts';

interface Start {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: Server;
}

type Response = (response: ServerResponse, request: IncomingMessage) => void;

const page = '<!doctype html><body><p>é</p>';
const length = Buffer.byteLength(page);
const html = { 'Content-Type': 'text/html' };

async function serve(reply: Response): Promise<string> {
  const server = createServer((request, response) => reply(response, request)).listen(0, '127.0.0.1');
  const onStart = (message: unknown): void => {
    const { request, response, server: where } = message as Start;
    if (where === server) showOver(request, response, 'Error: <gone> in “src/x.ts”');
  };
  subscribe('http.server.request.start', onStart);
  onTestFinished(() => {
    unsubscribe('http.server.request.start', onStart);
    server.close().closeAllConnections();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Reads like a client that trusts Content-Length and accepts only the announced bytes. */
async function get(
  reply: Response,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ text: string; lines: string[]; headers: IncomingMessage['headers'] }> {
  const sent = ask(await serve(reply), { method, headers }).end();
  const [incoming] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks = await incoming.toArray();
  return { text: Buffer.concat(chunks).toString(), lines: incoming.rawHeaders, headers: incoming.headers };
}

const shown =
  /^<!doctype html><body><dialog open role="alert" style=".*Error: &#60;gone&#62; in &#8220;src\/x.ts&#8221;<\/pre><\/dialog><p>é<\/p>$/;

const ways: Record<string, Response> = {
  'at once, with its headers': (response) =>
    response.writeHead(200, { ...html, 'Content-Length': length }).end(page),
  'with headers as a list': (response) =>
    response.writeHead(200, 'OK', ['Content-Type', 'text/html', 'Content-Length', String(length)]).end(page),
  'with headers that were set before': (response) =>
    response.setHeader('Content-Type', 'text/html').setHeader('Content-Length', length).end(page),
  'with headers that replace what was set before': (response) =>
    response
      .setHeader('content-type', 'text/plain')
      .setHeader('content-length', 1)
      .writeHead(200, { ...html, 'Content-Length': length })
      .end(page),
  'in pieces': (response) => {
    response.setHeader('Content-Type', 'text/html').write(page.slice(0, 25));
    response.end(page.slice(25));
  },
  'in another encoding': (response) =>
    response.setHeader('Content-Type', 'text/html').end(Buffer.from(page).toString('base64'), 'base64'),
};

test.each(Object.entries(ways))('an error is shown over a page that is sent %s', async (_, reply) => {
  const { text, lines, headers } = await get(reply);

  expect(text).toMatch(shown);
  expect(headers['content-length'] ?? String(Buffer.byteLength(text))).toBe(String(Buffer.byteLength(text)));
  expect(lines.filter((name) => /^content-(?:type|length)$/i.test(name)).length).toBeLessThanOrEqual(2);
  expect(headers['cache-control']).toBe('no-store');
});

test('a page is requested without caches and compression, so that an error can be inserted', async () => {
  let asked: IncomingMessage['headers'] = {};
  const headers = { 'If-None-Match': '"1"', 'Accept-Encoding': 'gzip', 'X-Own': 'yes' };
  const { text, headers: sent } = await get((response, request) => {
    asked = request.headers;
    response.writeHead(200, { ...html, ETag: '"1"' }).end(page);
  }, headers);

  expect(asked).toMatchObject({ 'x-own': 'yes' });
  expect(asked).not.toHaveProperty('if-none-match');
  expect(asked).not.toHaveProperty('accept-encoding');
  expect(text).toMatch(shown);
  expect(sent).not.toHaveProperty('etag');
});

const others: Record<string, [Response, Record<string, string>?, string?]> = {
  JSON: [(response) => response.setHeader('Content-Type', 'application/json').end(page)],
  'a stream of events': [(response) => response.setHeader('Content-Type', 'text/event-stream').end(page)],
  'what is compressed': [
    (response) => response.writeHead(200, { ...html, 'Content-Encoding': 'br' }).end(page),
  ],
  'part of a page': [(response) => response.writeHead(206, html).end(page)],
  'what a script asks for': [
    (response) => response.writeHead(200, html).end(page),
    { 'Sec-Fetch-Dest': 'empty' },
  ],
  'the answer to a form': [(response) => response.writeHead(200, html).end(page), {}, 'POST'],
};

test.each(Object.entries(others))('%s is unchanged', async (_, [reply, headers, method]) => {
  expect((await get(reply, headers, method)).text).toBe(page);
});

test('the response to HEAD is unchanged', async () => {
  const reply: Response = (response) => response.writeHead(200, { ...html, 'Content-Length': length }).end();
  expect((await get(reply, {}, 'HEAD')).headers['content-length']).toBe(String(length));
});

test.skipIf(browserPath === undefined)(
  'a browser shows an error over a page, even if the page forbids styles',
  // A browser that was not used for some time starts slowly.
  { tags: ['full'], timeout: 60_000 },
  async () => {
    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    for (const policy of [undefined, "default-src 'none'"]) {
      const url = await serve((response) => {
        if (policy !== undefined) response.setHeader('Content-Security-Policy', policy);
        response.writeHead(200, html).end('<!doctype html><body><h1>The page</h1>');
      });
      const tab = await browser.newPage();
      const complaints: string[] = [];
      tab.on('console', (message) => complaints.push(message.text()));
      await tab.goto(url);
      const banner = tab.getByRole('alert');
      expect(await banner.innerText()).toBe('Error: <gone> in “src/x.ts”');
      const [over, under] = await Promise.all([banner.boundingBox(), tab.locator('h1').boundingBox()]);
      expect(over?.y).toBeLessThan((under?.y ?? 0) + (under?.height ?? 0));
      // The error is over the page and moves none of its content.
      expect(under?.y).toBeLessThan(60);
      expect(complaints.filter((text) => text.includes('style'))).toEqual([]);
    }
  },
);
