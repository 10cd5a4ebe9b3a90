import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parse } from '@babel/parser';
import { describe as describeApplication } from 'fw-devtools';
import { toNodeHandler } from 'fw-runtime/node';
import { openApiOf } from 'fw-runtime/openapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withPostgres } from '../support/postgres.ts';
import { createApplication } from './application.ts';

/** The status, the body and the headers of a response. */
interface Answer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test compares it
  readonly body: any;
  readonly headers: Headers;
}

type Send = (method: string, path: string, body?: object) => Promise<Answer>;

function helpDesk(databaseUrl: () => string): void {
  let dispose: (() => Promise<void>) | undefined;
  let server: Server;
  let url = '';

  beforeAll(async () => {
    const { app, ...rest } = await createApplication(databaseUrl());
    dispose = () => rest.dispose();
    server = createServer(toNodeHandler(app)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    server?.close();
    server?.closeAllConnections();
    await dispose?.();
  });

  const as =
    (token?: string): Send =>
    async (method, path, body) => {
      const headers = new Headers({ Accept: 'application/json' });
      if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
      if (body !== undefined) headers.set('Content-Type', 'application/json');
      const response = await fetch(url + path, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        body: text === '' ? undefined : JSON.parse(text),
        headers: response.headers,
      };
    };
  const anyone = as();

  async function signedUp(name: string): Promise<{ id: string; send: Send }> {
    const credentials = { name, password: 'correct horse' };
    const { body: user } = await anyone('POST', '/users', credentials);
    const { body: session } = await anyone('POST', '/sessions', credentials);
    return { id: user.id, send: as(session.token) };
  }

  test('a user signs up, signs in and is identified by the token', async () => {
    const ada = await signedUp('ada');

    expect(await ada.send('GET', '/me')).toMatchObject({ status: 200, body: { id: ada.id, name: 'ada' } });
    expect((await anyone('GET', '/me')).status).toBe(401);
    expect(await anyone('POST', '/users', { name: 'ada', password: 'another one' })).toMatchObject({
      status: 409,
      body: { detail: 'The name ada is taken.' },
    });
    expect((await anyone('POST', '/sessions', { name: 'ada', password: 'a wrong one' })).status).toBe(401);
    expect((await anyone('POST', '/sessions', { name: 'nobody', password: 'a wrong one' })).status).toBe(401);
    expect(await anyone('POST', '/users', { name: '', password: 'short' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/name' }, { pointer: '/password' }] },
    });
  });

  test('only members can open a workspace', async () => {
    const [bob, eve] = [await signedUp('bob'), await signedUp('eve')];
    const { status, body: workspace } = await bob.send('POST', '/workspaces', { name: 'Support' });
    const path = `/workspaces/${workspace.id}`;

    expect(status).toBe(201);
    expect(await bob.send('GET', path)).toMatchObject({ status: 200, body: workspace });
    expect((await eve.send('GET', path)).status).toBe(404);
    expect((await eve.send('POST', `${path}/tickets`, { title: 'Mine' })).status).toBe(404);
    expect((await bob.send('POST', `${path}/members`, { name: 'nobody' })).status).toBe(404);
    expect((await bob.send('POST', `${path}/members`, { name: 'eve' })).status).toBe(204);
    expect((await eve.send('GET', '/workspaces')).body).toEqual([workspace]);
    expect((await eve.send('GET', path)).status).toBe(200);
  });

  test('tickets are created, changed, listed by filters and pages, and deleted', async () => {
    const cleo = await signedUp('cleo');
    const { body: workspace } = await cleo.send('POST', '/workspaces', { name: 'Tickets' });
    const { body: other } = await cleo.send('POST', '/workspaces', { name: 'Others' });
    const path = `/workspaces/${workspace.id}/tickets`;
    const created = await cleo.send('POST', path, { title: '{"a":1} is 100% broken' });
    const ticket = created.body;
    const own = created.headers.get('location') ?? '';
    for (const title of ['Printer', 'Projector']) await cleo.send('POST', path, { title });

    expect(created.status).toBe(201);
    expect(ticket).toMatchObject({
      title: '{"a":1} is 100% broken',
      state: 'open',
      author: cleo.id,
      labels: [],
    });
    expect((await cleo.send('GET', own)).body).toEqual(ticket);
    expect((await cleo.send('GET', own.replace(workspace.id, other.id))).status).toBe(404);
    expect(await cleo.send('PATCH', own, { state: 'closed', assignee: cleo.id })).toMatchObject({
      status: 200,
      body: { ...ticket, state: 'closed', assignee: cleo.id },
    });
    expect((await cleo.send('PATCH', own, {})).status).toBe(200);
    expect((await cleo.send('PATCH', own, { state: 'lost' })).status).toBe(422);

    const titles = async (query: string): Promise<string[]> => {
      const { body } = await cleo.send('GET', `${path}?${query}`);
      return body.map(({ title }: { title: string }) => title);
    };
    expect(await titles('state=open')).toEqual(['Printer', 'Projector']);
    expect(await titles(`assignee=${cleo.id}`)).toEqual([ticket.title]);
    expect(await titles('search=100%25')).toEqual([ticket.title]);
    expect(await titles('search=PR')).toEqual(['Printer', 'Projector']);
    expect(await titles('search=_')).toEqual([]);
    const page = await cleo.send('GET', `${path}?limit=1&offset=1`);
    expect(page.body).toMatchObject([{ title: 'Printer' }]);
    expect(page.headers.get('link')).toContain(`<${path}?limit=1&offset=2>; rel="next"`);
    expect((await cleo.send('GET', `${path}?limit=0`)).status).toBe(422);

    expect((await cleo.send('DELETE', own)).status).toBe(204);
    expect((await cleo.send('DELETE', own)).status).toBe(404);
    expect((await cleo.send('PATCH', own, { title: 'Gone' })).status).toBe(404);
  });

  test('a ticket has comments, labels and watchers, and the workspace shows its activity', async () => {
    const dan = await signedUp('dan');
    const { body: workspace } = await dan.send('POST', '/workspaces', { name: 'Feed' });
    const path = `/workspaces/${workspace.id}`;
    const { headers } = await dan.send('POST', `${path}/tickets`, { title: 'Door' });
    const own = headers.get('location') ?? '';
    const comment = await dan.send('POST', `${own}/comments`, { text: 'It squeaks.' });
    for (const label of ['urgent', 'urgent', 'a%2Fb']) await dan.send('PUT', `${own}/labels/${label}`);
    for (const _ of [1, 2]) await dan.send('PUT', `${own}/watchers/me`);

    expect(comment).toMatchObject({ status: 201, body: { author: dan.id, text: 'It squeaks.' } });
    expect((await dan.send('GET', `${own}/comments`)).body).toEqual([comment.body]);
    expect((await dan.send('POST', `${path}/tickets/none/comments`, { text: 'x' })).status).toBe(404);
    expect((await dan.send('GET', own)).body).toMatchObject({
      labels: ['a/b', 'urgent'],
      watchers: [dan.id],
    });
    expect((await dan.send('GET', `${path}/tickets?label=urgent`)).body).toHaveLength(1);
    expect((await dan.send('DELETE', `${own}/labels/urgent`)).status).toBe(204);
    expect((await dan.send('DELETE', `${own}/watchers/me`)).status).toBe(204);
    expect((await dan.send('GET', own)).body).toMatchObject({ labels: ['a/b'], watchers: [] });

    const { body: feed, headers: feedHeaders } = await dan.send('GET', `${path}/activity?limit=1`);
    expect(feed).toMatchObject([
      { user: dan.id, action: 'commented', details: { comment: comment.body.id } },
    ]);
    expect(feedHeaders.get('link')).toContain('rel="next"');
    expect((await dan.send('GET', `${path}/activity?offset=1`)).body).toMatchObject([{ action: 'created' }]);
  });
}

describe('with SQLite', () => helpDesk(() => ':memory:'));

withPostgres(helpDesk);

describe('its size and its document', () => {
  test('it has 19 routes, and its OpenAPI document describes all of them completely', async () => {
    const { app } = await createApplication(':memory:');
    const { faults } = await openApiOf(app);

    expect(describeApplication(app).routes).toHaveLength(19);
    expect(faults).toEqual([]);
  });

  test('its handlers and contracts take at most 240 lines, of which at most 150 are not logic', () => {
    const folder = join(import.meta.dirname, 'routes');
    const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    const lines = texts.reduce((sum, text) => sum + text.trimEnd().split('\n').length, 0);
    const logic = texts.reduce((sum, text) => sum + logicLines(text), 0);

    expect(lines).toBeLessThanOrEqual(240);
    expect(lines - logic).toBeLessThanOrEqual(150);
  });
});

/** The number of lines with the function of a handler in them. */
function logicLines(text: string): number {
  const lines = new Set<number>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const {
      type,
      callee,
      arguments: args,
    } = node as {
      type?: string;
      callee?: { property?: { name?: string } };
      arguments?: readonly { loc: { start: { line: number }; end: { line: number } } }[];
    };
    if (type === 'CallExpression' && callee?.property?.name === 'handle') {
      const { start, end } = args?.at(-1)?.loc ?? { start: { line: 0 }, end: { line: -1 } };
      for (let line = start.line; line <= end.line; line++) lines.add(line);
    }
    for (const [key, value] of Object.entries(node)) if (key !== 'loc') visit(value);
  };
  visit(parse(text, { sourceType: 'module', plugins: ['typescript'] }).program.body);
  return lines.size;
}
