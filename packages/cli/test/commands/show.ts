import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Project, routesFile } from './project.ts';

/** The behavior of fw, with every inspection. */
export function showTests(project: Project): void {
  const { run, generate, read, write } = project;

  const pipelineFile = 'config/autoload/pipeline.global.ts';

  describe('fw services', () => {
    test('shows the services of the container, and creates them if requested', async () => {
      const { exitCode, stdout } = await run(['services']);
      expect(exitCode).toBe(0);
      expect(stdout).toMatch(/^ID +TYPE +STATUS +MS +REQUESTED BY +DEPENDENCIES\n/);
      expect(stdout).toMatch(/^Application +factory +created +[\d.]+ +config$/m);
      expect(stdout).toMatch(/^config +service +created +[\d.]+ +Application$/m);

      const made = JSON.parse((await run(['services', '--make', '--json', 'conf'])).stdout) as unknown;
      expect(made).toMatchObject([{ id: 'config', kind: 'service', status: 'made', askedBy: 'Application' }]);
    });
  });

  describe('fw routes', () => {
    test('shows the routes, their handlers, and where each is registered', async () => {
      const { exitCode, stdout } = await run(['routes']);
      expect(exitCode).toBe(0);
      expect(stdout).toBe(`METHOD  PATH   NAME  HANDLER     REGISTERED IN
GET     /      home  helloWorld  ${routesFile}:8
GET     /ping  ping  Ping        ${routesFile}:9

2 routes`);
      expect((await run(['routes', '--name', 'ping'])).stdout).toMatch('1 of 2 routes');
      expect((await run(['routes', '--method', 'POST'])).stdout).toMatch('0 of 2 routes');
      const [home] = JSON.parse((await run(['routes', '--json'])).stdout);
      expect(home).toMatchObject({ methods: ['GET'], path: '/', registered: { file: routesFile, line: 8 } });
    });

    test('match prints the handler of a path, its parameters, and near matches', async () => {
      await generate('route', '--path', String.raw`/post/{id:\d+}`);
      const { exitCode, stdout } = await run(['routes', 'match', 'get', '/post/42']);
      expect(exitCode).toBe(0);
      expect(stdout).toBe(`"show-post" handles GET /post/42
  GET  /post/{id:\\d+}  "show-post"  show-post (src/action/show-post.ts:7)  ${routesFile}:11
  id = "42"

Middleware:
  ErrorHandler  is registered for every path
  array  is registered for every path
    routing  matches "show-post" (GET /post/{id:\\d+})
    dispatch  runs "show-post"`);
      expect(await run(['routes', 'match', 'GET', '/post/x'])).toMatchObject({
        exitCode: 1,
        stdout: `No route matches GET /post/x: 404

Middleware:
  ErrorHandler  is registered for every path
  array  is registered for every path
    routing  matches no route
    dispatch  continues, because no route matched

Similar routes:
  GET  /post/{id:\\d+}  "show-post"  needs {id} to match \\d+, not "x"`,
      });
      expect((await run(['routes', 'match', 'DELETE', '/ping'])).stdout).toMatch(
        '405, allowed methods: GET, HEAD, OPTIONS',
      );
      expect((await run(['routes', 'match', 'GET'])).exitCode).toBe(2);
    });
  });

  describe('fw explain', () => {
    test('shows as a tree the middleware that a request passes, and the rest with the reason, each with its location', async () => {
      await generate('middleware', '--class', 'Guard', '--path', '/admin');
      const { exitCode, stdout } = await run(['explain', '/ping']);
      expect(exitCode).toBe(0);
      expect(stdout).toMatch(`"ping" handles GET /ping
  GET  /ping  "ping"  Ping  ${routesFile}:9

pipeline
├── ✓ ErrorHandler  is registered for every path  (${pipelineFile}:`);
      expect(stdout).toMatch('├── ✗ Guard  runs only for paths under /admin  (');
      expect(stdout).toMatch('    └── ✓ dispatch  runs "ping"');
      const explained = await run(['explain', 'post', '/admin/x', '--json']);
      expect(explained.exitCode).toBe(1);
      expect(JSON.parse(explained.stdout)).toMatchObject({
        method: 'POST',
        path: '/admin/x',
        layers: expect.arrayContaining([expect.objectContaining({ name: 'Guard', runs: true })]),
        file: null,
      });
    });

    test('reports that a static file takes precedence, and rejects an invalid path', async () => {
      const { exitCode, stdout } = await run(['explain', '/robots.txt']);
      expect([exitCode, stdout]).toEqual([
        0,
        expect.stringMatching(
          /^The static file public\/robots\.txt is sent before the pipeline runs\. Without the file:\n\nNo route/,
        ),
      ]);
      expect(await run(['explain', 'ping'])).toMatchObject({
        exitCode: 2,
        stderr: 'fw explain needs a method and a path, as in: node fw explain GET /post/42',
      });
    });
  });

  describe('fw request', () => {
    test('runs a request through the app without a server, and shows the response', async () => {
      const { exitCode, stdout } = await run(['request', '/ping']);
      expect([exitCode, stdout]).toEqual([
        0,
        expect.stringMatching(/^200 OK\ncontent-length: 18\ncontent-type: application\/json\n\n{"ack":\d+}$/),
      ]);
      const missing = await run(['request', 'GET', '/pong', '--fail']);
      expect([missing.exitCode, missing.stdout]).toEqual([
        1,
        expect.stringMatching(
          /^404 Not Found\n[^]*Similar routes:\n {2}GET {2}\/ping .* has "ping" instead of "pong"$/,
        ),
      ]);
    });

    test('sends JSON, forms and headers, and shows the changes of each middleware, its log and its errors', async () => {
      await write(
        'src/action/ping.ts',
        `import { JsonResponse, type ServerRequest } from 'fw-runtime/b';

export class Ping {
  async process(request: ServerRequest): Promise<JsonResponse> {
    console.log('asked');
    if (request.method === 'GET') throw new Error('out of order');
    return new JsonResponse({ got: await request.text(), type: request.header('content-type'), own: request.header('x-own') });
  }
}
`,
      );
      await write(
        routesFile,
        (await read(routesFile)).replace("route('GET', '/ping'", "route(['GET', 'PUT', 'POST'], '/ping'"),
      );
      const sent = await run(['request', 'PUT', '/ping', '--json', '{"x":1}', '-H', 'X-Own: yes', '--trace']);
      expect(sent).toMatchObject({ exitCode: 0, stderr: 'asked' });
      expect(sent.stdout).toMatch('{"got":"{\\"x\\":1}","type":"application/json","own":"yes"}');
      expect(sent.stdout).toMatch(
        /\nPUT \/ping {2}\d.* ms {2}"ping" \(\/ping\)\n├── ErrorHandler {2}[^]*\n└── dispatch {2}.*\n {4}└── Ping .* ms, responds\n/,
      );
      const form = JSON.parse(
        (await run(['request', '/ping', '--form', 'a=b c', '--form', 'd=', '--json'])).stdout,
      );
      expect(form).toMatchObject({ method: 'POST', status: 200, close: [] });
      expect(JSON.parse(form.body)).toMatchObject({
        got: 'a=b+c&d=',
        type: 'application/x-www-form-urlencoded',
      });
      const failed = await run(['request', '/ping']);
      expect([failed.exitCode, failed.stdout]).toEqual([
        0,
        expect.stringMatching(/^500 [^]*\nError: out of order\n {2}src\/action\/ping\.ts:6$/),
      ]);
      const { record } = JSON.parse((await run(['request', '/ping', '--trace', '--json'])).stdout);
      expect(record).toMatchObject({ status: 500, errors: [{ message: 'out of order' }] });
    });

    test.each([
      [['request', 'ping'], 'fw request needs a method and a path, as in: node fw request GET /post/42'],
      [
        ['request', 'GET', '/', '--data', 'x'],
        'A GET request has no body: leave --data out, or use another method.',
      ],
      [
        ['request', '/', '--data', 'x', '--form', 'a=b'],
        '--form and --data exclude each other: pass one of them.',
      ],
      [['request', '/', '--header', 'x'], `"x" is not a header: write --header 'Accept: application/json'.`],
      [['request', '/', '--form', 'x'], '"x" is not a form field: write --form name=value.'],
      [['request', '/', '--max-time', 'x'], '--max-time is a number of seconds up to a day, not "x".'],
    ])('rejects %j', async (args, stderr) => {
      expect(await run(args)).toMatchObject({ exitCode: 2, stderr });
    });

    test('reports why there is no response', async () => {
      await write('config/autoload/x.global.json', '{ "debug": "yes" }');
      expect(await run(['request', '/ping'])).toMatchObject({
        exitCode: 1,
        stderr: expect.stringMatching(/^There is no response:\n- config\/autoload\/x\.global\.json: debug: /),
      });
    });
  });

  describe('fw config', () => {
    test('shows each value and its source, without secrets', async () => {
      await write(
        'config/autoload/mail.global.ts',
        "export default { mail: { from: 'a@b.example', password: 'hunter2' } };\n",
      );
      await write(
        'config/autoload/mail.test.ts',
        "export default {\n  mail: {\n    from: 'me@b.example',\n  },\n};\n",
      );
      const { exitCode, stdout } = await run(['config']);
      expect(exitCode).toBe(0);
      expect(stdout).toMatch(
        '├── routes  (config/autoload/routes.global.ts)\n│   ├── 0\n│   │   ├── path  "/"\n',
      );
      expect(stdout).toMatch(`├── mail
│   ├── from  "me@b.example"  (config/autoload/mail.test.ts)
│   └── password  ***  (config/autoload/mail.global.ts)`);
      expect((await run(['config', 'explain', 'mail.from'])).stdout).toBe(`mail.from is "me@b.example"

config/autoload/mail.global.ts:1  sets "a@b.example"
config/autoload/mail.test.ts:3    replaces it with "me@b.example"`);
      const node = JSON.parse((await run(['config', 'explain', 'mail.password', '--json'])).stdout);
      expect(node).toEqual({
        path: 'mail.password',
        key: 'password',
        kind: 'secret',
        value: '***',
        settings: [
          {
            source: 'file',
            file: 'config/autoload/mail.global.ts',
            key: 'mail.password',
            line: 1,
            how: 'set',
            kind: 'secret',
            value: '***',
          },
        ],
      });
    });

    test('suggests a key for one that is not set', async () => {
      expect(await run(['config', 'explain', 'server.prt'])).toMatchObject({
        exitCode: 1,
        stderr: 'Unknown key "server.prt": did you mean server.port?',
      });
      expect(await run(['config', 'explain'])).toMatchObject({ exitCode: 2 });
    });
  });

  describe('fw pipeline', () => {
    test('prints the pipeline as a tree, including applications inside it', async () => {
      await generate('app', '--class', 'Blog', '--path', '/blog');
      await generate('middleware', '--class', 'Audit', '--routing', 'after');
      expect((await run(['pipeline'])).stdout).toBe(`pipeline
├── static files in public/  (before the pipeline)
├── ErrorHandler  (priority 10000, key errors, ${pipelineFile}:8)
├── Blog  (application, 1 route, under /blog, priority 50, key blog, ${pipelineFile}:11)
│   ├── routing  (src/app/blog.ts:7)
│   └── dispatch  (src/app/blog.ts:7)
└── array  (priority 1, key routing, ${pipelineFile}:10)
    ├── routing
    ├── Audit
    └── dispatch`);
      expect((await run(['routes'])).stdout).toMatch('src/app/blog.ts:6');
    });
  });

  describe('fw check', () => {
    test('finds nothing in a new project', async () => {
      expect(await run(['check'])).toMatchObject({ exitCode: 0, stdout: 'No errors: 2 routes.' });
    });

    test('reports all errors at once, and ends with 1', async () => {
      const routes = (await read(routesFile)).replace(
        'routes: [',
        `routes: [
    { path: '/a', middleware: 'Nowhere' },
    { path: '/b', middleware: class Failing { constructor() { throw new Error('no database'); } process() { return new Response(); } } },
    { path: '/ping', middleware: helloWorld },`,
      );
      await write(routesFile, routes);
      const { exitCode, stdout } = await run(['check', '--json']);
      expect(exitCode).toBe(1);
      expect(JSON.parse(stdout).faults).toEqual([
        expect.stringContaining('handles the same requests as'),
        expect.stringMatching(/^In the route "\/a" \(\/a\): .*"Nowhere"/),
        'In the route "/b" (/b): no database',
      ]);
    });

    test('reports each missing service, with its dependents and similar names', async () => {
      await write(
        'src/action/ping.ts',
        `import { inject } from 'fw-runtime/b';
class Db { static readonly inject = ['confg']; }
export const Ping = inject(['Clokk', Db], () => () => new Response());
`,
      );
      await write(
        'config/autoload/clock.global.ts',
        'export default { dependencies: { services: { Clock: 12 } } };\n',
      );
      const { exitCode, stdout } = await run(['check', '--json']);
      expect(exitCode).toBe(1);
      const asked = 'In the route "ping" (/ping): The service "inject(Clokk, Db)" could not be created';
      expect(JSON.parse(stdout).faults).toEqual([
        expect.stringMatching(
          `^${asked.replaceAll(/[()]/g, String.raw`\$&`)}: There is no service "Clokk" among .*did you mean "Clock"`,
        ),
        expect.stringMatching(
          /: The service "Db" could not be created: There is no service "confg" among .*did you mean "config"\?$/,
        ),
      ]);
    });

    test('reports every malformed entry of the configuration', async () => {
      await write(
        'config/autoload/x.global.json',
        '{ "routes": [{ "path": 1, "middleware": "Ping" }], "debug": "yes" }',
      );
      const { exitCode, stdout } = await run(['check']);
      expect(exitCode).toBe(1);
      expect(stdout).toMatch(
        'config/autoload/x.global.json: debug: expected true, false or "everyone", received "yes".',
      );
      expect(stdout).toMatch(
        'config/autoload/x.global.json: routes[0].path: expected a path such as "/post/{id}"',
      );
    });
  });

  describe('fw client', () => {
    const api = (contract: string): string => `import { defineConfig, EmptyResponse } from 'fw-runtime/b';
import { contract } from 'fw-runtime/contract';

const touch = contract(${contract});
const middleware = touch.handle(() => new EmptyResponse());

export default defineConfig({ routes: [{ path: '/posts/{id}', allowed_methods: ['PUT'], name: 'touch', middleware }] });
`;
    const file = 'config/autoload/api.global.ts';

    test('writes nothing if no route has a contract, or a document cannot describe its input', async () => {
      const plain = await run(['client']);
      expect([plain.exitCode, plain.stderr]).toEqual([
        1,
        expect.stringMatching(/^No route of this app has a contract/),
      ]);
      const body = "{ '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value }) } }";
      await write(file, api(`{ body: ${body} }`));
      const { exitCode, stdout, stderr } = await run(['client', '--output', 'client.ts']);
      expect([exitCode, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(
        /^The OpenAPI document of this app is incomplete, so nothing was written:\n- .*"touch"/,
      );
      expect(await readdir(project.cwd)).not.toContain('client.ts');
    });
  });

  describe('fw', () => {
    test('prints the output that the pages of the command line show', async () => {
      const folder = 'docs/reference/cli';
      const shown: RegExpExecArray[] = [];
      for (const name of (await readdir(folder)).toSorted()) {
        let page = await readFile(join(folder, name), 'utf8');
        for (const block of page.matchAll(/```console\n\$ node fw (.*)\n([^]*?)```/g)) {
          const [whole, line = '', answer = ''] = block;
          const words = line.match(/'[^']*'|\S+/g) ?? [];
          const printed = `${(await run(words.map((word) => word.replaceAll("'", '')))).stdout}\n`;
          shown.push(block);
          if (process.env['FW_RECORD'] === undefined) expect(printed, line).toBe(answer);
          else page = page.replace(whole, () => whole.replace(answer, () => printed));
        }
        if (process.env['FW_RECORD'] !== undefined) await writeFile(join(folder, name), page);
      }
      expect(shown.map(([, line]) => line?.split(' ')[0])).toEqual(
        expect.arrayContaining([
          'check',
          'config',
          'explain',
          'generate',
          'pipeline',
          'request',
          'routes',
          'undo',
        ]),
      );
    });

    test('prints help, completes, and rejects unknown commands', async () => {
      expect((await run(['help'])).stdout).toMatch('fw routes [text | match <method> <path>]');
      expect((await run(['help', 'generate', 'route'])).stdout).toBe(
        (await generate('route', '--help')).stdout,
      );
      expect((await run(['completion', 'bash'])).stdout).toMatch('complete -F _fw fw');
      expect((await run(['completion', 'zsh'])).stdout).toMatch('compdef _fw fw');
      expect(await run(['rooutes'])).toMatchObject({
        exitCode: 2,
        stderr: 'Unknown command "rooutes": did you mean routes?',
      });
    });
  });
}
