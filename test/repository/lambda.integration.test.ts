// The adapter of docs/deploy/aws-lambda.md, with an app of this test.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileExamples, writeExamples } from '../support/examples.ts';
import { fencesOf, pathOf, readPage } from '../support/pages.ts';

const APP = `
import { AppFactory, HttpResponse, JsonResponse } from 'fw-runtime/b';

export const app = AppFactory.create();
app.any('/echo/{name}', async (request) => {
  const body = await request.text();
  const { params, method, ip, query } = request;
  return new JsonResponse({
    body, ip, method, name: params.name, q: query.get('q'), host: request.url.host,
    cookie: request.header('cookie'), platform: Object.keys(request.platform ?? {}),
  }).withAddedHeader('Set-Cookie', 'a=1').withAddedHeader('Set-Cookie', 'b=2');
});
app.get('/bytes', () => new HttpResponse(new Uint8Array([0, 255]), 200, { 'Content-Type': 'image/png' }));
app.pipeRoutingMiddleware().pipeDispatchMiddleware();
`;

interface Result {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

let folder: string;
let handler: (event: object, context: object) => Promise<Result>;

beforeAll(async () => {
  const fences = fencesOf(readPage('deploy/aws-lambda.md'));
  const lambda = fences.find((fence) => pathOf(fence) === 'src/lambda.ts')?.code ?? '';
  folder = await writeExamples({ app: APP, lambda });
  await compileExamples(folder);
  ({ handler } = (await import(pathToFileURL(join(folder, 'lambda.js')).href)) as {
    handler: typeof handler;
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function send(method: string, rawPath: string, rest: object = {}): Promise<Result> {
  const http = { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1' };
  const event = {
    version: '2.0',
    rawPath,
    rawQueryString: '',
    headers: { accept: 'application/json' },
    isBase64Encoded: false,
    requestContext: { domainName: 'example.org', http },
    ...rest,
  };
  return handler(event, { awsRequestId: '1' });
}

const textOf = ({ body }: Result): string => Buffer.from(body, 'base64').toString();

test('an event becomes a request, and its response the result for Lambda', async () => {
  const result = await send('GET', '/echo/a%20b', { rawQueryString: 'q=1%202', cookies: ['x=1', 'y=2'] });

  expect(result).toMatchObject({ statusCode: 200, cookies: ['a=1', 'b=2'], isBase64Encoded: true });
  expect(result.headers['content-type']).toBe('application/json');
  expect(result.headers).not.toHaveProperty('set-cookie');
  expect(JSON.parse(textOf(result))).toEqual({
    body: '',
    cookie: 'x=1; y=2',
    host: 'example.org',
    ip: '192.0.2.1',
    method: 'GET',
    name: 'a b',
    platform: ['event', 'context', 'ip'],
    q: '1 2',
  });
});

test.each([
  ['text', { body: 'täxt' }],
  ['base64', { body: Buffer.from('täxt').toString('base64'), isBase64Encoded: true }],
])('a body arrives as %s', async (_name, event) => {
  const result = await send('POST', '/echo/a', event);

  expect(JSON.parse(textOf(result))).toMatchObject({ method: 'POST', body: 'täxt' });
});

test('a response may be bytes, and an error', async () => {
  const { body } = await send('GET', '/bytes');

  expect([...Buffer.from(body, 'base64')]).toEqual([0, 255]);
  expect((await send('GET', '/nowhere')).statusCode).toBe(404);
});
