import { expect, test } from 'vitest';
import { type Project, routesFile } from './project.ts';

/** The behavior of fw, with every inspection. */
export function openapiAndPoliciesTests(project: Project): void {
  const { run, read, write, expectUnchanged } = project;

  /** A handler with a contract. */
  const ping = (definition: string): string => `import { JsonResponse } from 'fw-runtime/b';
import { contract } from 'fw-runtime/contract';

export const Ping = contract({ ${definition} }).handle(() => new JsonResponse({}));
`;

  test('fw openapi writes the document, and reports a file that is out of date', async () => {
    await write('src/action/ping.ts', ping("summary: 'Says that it is there'"));
    const missing = await run(['openapi', '--check', '--json']);
    expect(missing.exitCode).toBe(1);
    expect(JSON.parse(missing.stdout)).toEqual({ ok: false, file: 'openapi.json', difference: '' });

    expect(await run(['openapi'])).toMatchObject({ exitCode: 0, stdout: 'made    openapi.json' });
    const written = await read('openapi.json');
    expect(written).toMatch(/^\{\n  "openapi": "3\.1\.\d",\n/);
    const document = JSON.parse(written) as { readonly paths: Readonly<Record<string, object>> };
    expect(document.paths['/ping']).toMatchObject({ get: { summary: 'Says that it is there' } });

    // The formatting that another tool may produce.
    await write('openapi.json', JSON.stringify(document));
    expect(await run(['openapi', '--check'])).toMatchObject({
      exitCode: 0,
      stdout: 'openapi.json is up to date.',
    });

    await write('src/action/ping.ts', ping("summary: 'Answers'"));
    const { exitCode, stdout } = await run(['openapi', '--check']);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('-        "summary": "Says that it is there",\n+        "summary": "Answers",');
    expect(stdout).toContain('openapi.json is out of date: run node fw openapi to update it.');
    const elsewhere = 'public/api/openapi.json';
    expect((await run(['openapi', '--output', elsewhere])).stdout).toBe(`made    ${elsewhere}`);
    expect(await read(elsewhere)).toContain('"summary": "Answers"');
  });

  test('a schema without JSON Schema is reported by fw openapi, which writes nothing, and by fw check', async () => {
    const plain = `{ '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value }) } }`;
    await write('src/action/ping.ts', ping(`query: ${plain}`));
    const named = /The route "ping" .*openapi\.converters\.own/;
    const { exitCode, stderr } = await run(['openapi']);

    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(named)]);
    await expect(read('openapi.json')).rejects.toThrow('ENOENT');
    const checked = await run(['check', '--json']);
    expect(checked.exitCode).toBe(1);
    expect(JSON.parse(checked.stdout).faults).toEqual([expect.stringMatching(named)]);
  });

  test('fw add openapi adds both routes, which the document omits; fw undo removes them', async () => {
    const added = await run(['add', 'openapi', '--no-install']);
    expect([added.exitCode, added.stderr]).toEqual([0, '']);
    const routes = await read(routesFile);
    expect(routes).toContain("route('GET', '/openapi.json', 'fw-middleware/openapi', { name: 'openapi' }),");
    expect(routes).toContain("route('GET', '/docs', 'fw-middleware/openapi/reference', { name: 'docs' }),");
    const document = JSON.parse((await run(['openapi', '--json'])).stdout) as { info: object; paths: object };
    expect(document.info).toEqual({ title: 'my-site', version: '1.0.0' });
    expect(Object.keys(document.paths)).toEqual(['/', '/ping']);
    expect((await run(['undo'])).exitCode).toBe(0);
    await expectUnchanged();
  });

  const policiesFile = 'config/autoload/policies.global.ts';

  /** Configuration with a policy and a guard that is registered under a path prefix. */
  const guarded = (path: string): string => `import { defineConfig, type Middleware } from 'fw-runtime/b';

const guard: Middleware = (request, delegate) => delegate(request);

export default defineConfig({
  policies: { ping: { every: '/ping/**', runs: 'guard', before: 'dispatch' } },
  middleware_pipeline: { guard: { middleware: guard, path: '${path}', priority: 50 } },
});
`;

  test('fw check reports a violated policy with the entry that would satisfy it', async () => {
    await write(policiesFile, guarded('/pong'));
    const { exitCode, stdout } = await run(['check', '--json']);
    const { faults, policies } = JSON.parse(stdout);

    expect(exitCode).toBe(1);
    expect(faults).toEqual([
      'The policy "/ping/** runs guard before dispatch" is violated: GET /ping reaches "dispatch" of the route "ping" without running guard ' +
        `first, because the entry "guard" of middleware_pipeline (${policiesFile}) runs only for paths under /pong, not for /ping. ` +
        `Give the entry "guard" of middleware_pipeline (${policiesFile}) the path "/ping".`,
    ]);
    expect(policies).toMatchObject([{ route: 'ping', path: '/ping', fix: { kind: 'path', path: '/ping' } }]);

    await write(policiesFile, guarded('/ping'));
    expect(await run(['check'])).toMatchObject({ exitCode: 0, stdout: 'No errors: 2 routes.' });
  });

  test('fw pipeline --snapshot writes the middleware of each route, and fw check --snapshot reports changes', async () => {
    await write(policiesFile, guarded('/ping'));
    const missing = await run(['check', '--snapshot']);
    expect([missing.exitCode, missing.stdout]).toEqual([
      1,
      expect.stringContaining('There is no pipeline.snapshot'),
    ]);
    expect(await run(['pipeline', '--snapshot'])).toMatchObject({
      exitCode: 0,
      stdout: 'made    pipeline.snapshot',
    });
    expect(await read('pipeline.snapshot')).toContain(`
/ping  GET  "ping"
  ErrorHandler
  guard  (under /ping)
  routing
  dispatch
  Ping
`);
    expect((await run(['pipeline', '--snapshot'])).stdout).toBe(
      'Nothing to do: pipeline.snapshot is up to date.',
    );
    expect((await run(['check', '--snapshot'])).exitCode).toBe(0);

    await write(policiesFile, guarded('/'));
    const { exitCode, stdout } = await run(['check', '--snapshot']);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('pipeline.snapshot is out of date: review the changes');
    expect(stdout).toContain('-  guard  (under /ping)\n+  guard\n');
    expect((await run(['pipeline', '--output', 'x'])).exitCode).toBe(2);
  });
}
