import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { InspectionReport, InspectionRequest } from '../../src/child-process/inspection.ts';
import { start } from '../../../runtime/test/support/child-process.ts';
import { useDevTools } from '../support/use-dev-tools.ts';

useDevTools();

const root = fileURLToPath(new URL('../fixtures/inspected', import.meta.url));
const inspector = fileURLToPath(new URL('../../dist/child-process/inspection.js', import.meta.url));

async function inspect(...requests: Omit<InspectionRequest, 'id' | 'root'>[]): Promise<InspectionReport[]> {
  const child = start(inspector);
  expect(await child.told()).toEqual({ inspection: 1 });
  const reports: InspectionReport[] = [];
  for (const [id, request] of requests.entries()) {
    child.tell({ id, root, ...request });
    reports.push((await child.told()) as InspectionReport);
  }
  return reports;
}

test('an app is described and explained without a server', async () => {
  const [report] = await inspect({
    entry: 'public/index.mjs',
    explain: [
      ['GET', '/post/7'],
      ['GET', '/post/x'],
    ],
    services: ['Ping', 'Pong'],
  });

  expect(report).toMatchObject({ id: 0, warnings: [], services: ['Ping'] });
  expect(report?.application).toMatchObject({
    variant: 'b',
    pipeline: [
      { name: 'Guard', prefix: '/admin', origin: { file: 'public/index.mjs', line: 14 } },
      { name: 'routing', origin: { file: 'public/index.mjs', line: 15 } },
      { name: 'dispatch', origin: { file: 'public/index.mjs', line: 15 } },
    ],
    routes: [
      { name: 'ping', origin: { file: 'public/index.mjs', line: 16 } },
      { name: 'post', origin: { file: 'public/index.mjs', line: 17 } },
    ],
  });
  expect(report?.explanations.map(({ route }) => route?.name)).toEqual(['post', undefined]);
  expect(existsSync(join(root, 'listened'))).toBe(false);
});

test('a duplicate route is reported like other errors, and so is a missing service', async () => {
  const [report] = await inspect({ entry: 'public/index.mjs', resolve: true });

  expect(report?.faults).toEqual([
    expect.stringMatching(/"again".*"ping"|"ping".*"again"/),
    expect.stringMatching(/^In the pipeline: .*"?Guard/),
  ]);
});

test(
  'each missing service is an error of its own, with its dependents and similar names',
  { tags: ['full'] },
  async () => {
    const [report] = await inspect({ entry: 'public/injected.mjs', resolve: true });
    const conection = 'There is no service "conection" among 3; did you mean "connection"?';

    expect(report?.faults).toEqual([
      `In the pipeline: The service "Guard" could not be created: The service "db" could not be created: ${conection}`,
      'In the pipeline: The service "Guard" could not be created: There is no service "confik" among 3; did you mean "config"?',
      'In the route "/now^GET" (/now): The service "inject(nowhere, Db)" could not be created: There is no service "nowhere" among 3, nor one with a similar name.',
      `In the route "/now^GET" (/now): The service "inject(nowhere, Db)" could not be created: The service "db" could not be created: ${conection}`,
    ]);
    expect(report?.ids).toEqual(['config', 'connection', 'db']);
  },
);

test(
  'an id of dependencies.start that is not a service is an error, and the services are not created',
  { tags: ['full'] },
  async () => {
    const [report] = await inspect({ entry: 'public/started.mjs', resolve: true });

    expect(report?.faults).toEqual([
      'In dependencies.start: There is no service "Rats" among 3; did you mean "Cats"?',
    ]);
  },
);

test('a path that lacks a parameter of the contract is an error, as `fw check` reports it', async () => {
  const [report] = await inspect({ entry: 'public/lacking.mjs', resolve: true });

  expect(report?.faults).toEqual([
    'In the route "/c/{slugg}^GET" (/c/{slugg}): The contract expects the parameter "slug", which the path /c/{slugg} doesn\'t have; did you mean "slugg"?',
  ]);
});

test('the services of the container are reported, and whether they can be created, if requested', async () => {
  const entry = 'public/injected.mjs';
  const [loaded] = await inspect({ entry, container: true });
  expect(loaded?.container).toContainEqual({
    id: 'connection',
    kind: 'service',
    status: 'made',
    needs: [],
  });

  const [made] = await inspect({ entry, container: true, resolve: true });
  expect(made?.container?.find(({ id }) => id === 'db')).toMatchObject({
    kind: 'invokable',
    class: 'Db',
    status: 'failed',
    needs: ['conection'],
    askedBy: expect.stringMatching(/^(?:Guard|inject\()/),
    error: expect.stringContaining('There is no service "conection"'),
  });
});

test(
  'a service that an eager start makes asynchronous is reported as created, and one that never resolves as pending',
  { tags: ['full'] },
  async () => {
    const [report] = await inspect({ entry: 'public/eager.mjs', container: true });

    const status = new Map(report?.container?.map(({ id, status: told }) => [id, told]));
    expect([status.get('db'), status.get('Clock'), status.get('Never'), status.get('unused')]).toEqual([
      'made',
      'made',
      'pending',
      'not made',
    ]);
    expect(report?.faults).toEqual([]);
  },
);

test('an option that run() does not have is an error', { tags: ['full'] }, async () => {
  const [report] = await inspect({ entry: 'public/unknown-option.mjs' });

  expect(report?.faults).toEqual([
    expect.stringMatching(/There is no option "hots"; did you mean "host"\?$/),
  ]);
});

test('options of a route are reported unchanged, also a file among them', { tags: ['full'] }, async () => {
  const [report] = await inspect({ entry: 'public/index.mjs' });

  expect(report?.application?.routes[1]?.options).toEqual({
    file: '/var/data/posts',
    on: { file: '/etc/posts' },
  });
});

test('the OpenAPI document is created on request, and its gaps are reported once', async () => {
  const [[report], [resolved]] = await Promise.all([
    inspect({ entry: 'public/index.mjs', openapi: true }),
    inspect({ entry: 'public/index.mjs', openapi: true, resolve: true }),
  ]);

  expect(report?.openapi?.document.paths).toMatchObject({
    '/ping': { get: { operationId: 'ping' } },
    '/post/{id}': { get: { operationId: 'post' } },
  });
  expect(report?.openapi?.faults).toEqual([
    expect.stringMatching(/^In the pipeline: the OpenAPI document lacks the contract of "Guard": /),
  ]);
  expect(resolved?.openapi).toEqual({ document: report?.openapi?.document, faults: [] });
  expect(resolved?.faults.filter((fault) => fault.includes('Guard'))).toHaveLength(1);
});

test(
  'an application that the entry exports is inspected as if it had called run()',
  { tags: ['full'] },
  async () => {
    const [report] = await inspect({ entry: 'public/exported.mjs' });

    expect(report?.faults).toEqual([]);
    expect(report?.application?.routes).toMatchObject([{ name: 'ping' }]);
  },
);

test('errors that prevent an app from running are reported in sentences, and the next app is inspected anyway', async () => {
  const [silent, missing, misconfigured, unset, waiting, running] = await inspect(
    { entry: 'public/silent.mjs' },
    { entry: 'public/missing.mjs' },
    { entry: 'public/misconfigured.mjs' },
    { entry: 'public/unset.mjs' },
    { entry: 'public/waiting.mjs' },
    { entry: 'public/index.mjs' },
  );

  expect(silent?.faults).toEqual([
    'public/silent.mjs neither calls run() nor exports an application as default, so there is nothing to inspect.',
  ]);
  expect(missing?.faults).toEqual([expect.stringContaining('missing.mjs')]);
  expect(misconfigured?.faults).toEqual([
    'routes[0].middleware: expected a middleware, received nothing.',
    'routes[1].path: expected a path such as "/post/{id}", received nothing.',
  ]);
  expect(unset?.faults).toEqual([
    'process.env.INSPECTED_URL: expected a string, received nothing.',
    'process.env.INSPECTED_KEY: Not a key, received nothing.',
  ]);
  expect(waiting?.faults).toEqual([
    'public/waiting.mjs never finishes: it waits for a promise that stays pending.',
  ]);
  expect(running?.application?.routes).toHaveLength(2);
});

test('the program on the page about inspecting is tested, and prints its findings', async () => {
  const program = fileURLToPath(new URL('../fixtures/inspect-app.mjs', import.meta.url));
  const page = await readFile(
    new URL('../../../../docs/reference/introspection.md', import.meta.url),
    'utf8',
  );
  expect(page).toContain(`\`\`\`js\n${await readFile(program, 'utf8')}\`\`\``);

  const { stdout } = await promisify(execFile)(process.execPath, [program], { cwd: root });
  expect(stdout).toMatch(
    /^\/ping public\/index\.mjs:16\n\/post\/\{id:\\d\+\} public\/index\.mjs:17\nping \[/,
  );
});
