import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { treeOf } from '../../../command-line/test/tree.ts';
import { type Project, routesFile } from './project.ts';

/** The behavior of fw, with every inspection. */
export function generateTests(project: Project): void {
  const { run, generate, read, write, expectUnchanged } = project;

  describe('fw generate in the files of a project', () => {
    test('a failed step leaves no partial change', async () => {
      // A file is where a folder must be created.
      await write('src/greeting', '');
      const { exitCode, stderr } = await generate(
        'route',
        '--path',
        '/greet',
        '--class',
        'Greet',
        '--feature',
        'greeting',
      );
      expect(exitCode).toBe(1);
      expect(stderr).not.toMatch(/\n\s+at /);
      await rm(join(project.cwd, 'src/greeting'));
      await expectUnchanged();
    });

    test('code is not escaped, and braces and quotes of a path are kept', async () => {
      const path = String.raw`/it/{code:[a-z]{2}}/{n:\d+}`;
      expect(await generate('route', '--path', path, '--class', 'Braces')).toMatchObject({ exitCode: 0 });
      expect(await read(routesFile)).toMatch(String.raw`route('GET', '/it/{code:[a-z]{2}}/{n:\\d+}', Braces`);
      expect(await read('src/action/braces.ts')).toMatch('ServerRequest<{ code: string; n: string }>');
      expect(await read('test/braces.test.ts')).toMatch("import { createTestApp } from './app.ts';");
      expect(await run(['routes', 'match', 'GET', '/it/de/7'])).toMatchObject({ exitCode: 0 });
    });

    test('a dry run shows a unified diff and writes nothing', async () => {
      const { exitCode, stdout } = await generate('route', '--path', '/about', '--dry-run');
      expect(exitCode).toBe(0);
      expect(stdout).toMatch('--- /dev/null\n+++ b/src/action/about.ts\n@@ -0,0 +1,6 @@\n+import {');
      expect(stdout).toMatch(`+    route('GET', '/about', about, { name: 'about' }),`);
      await expectUnchanged();
      const json = JSON.parse((await generate('route', '--path', '/about', '--dry-run', '--json')).stdout);
      expect(json).toMatchObject({ kind: 'route', written: false });
      expect(json.files.map((file: { path: string; action: string }) => [file.action, file.path])).toEqual([
        ['make', 'src/action/about.ts'],
        ['make', 'test/about.test.ts'],
        ['edit', routesFile],
      ]);
      // A handler without input is a plain function, whose test doesn't call it.
      const [action, its] = json.files.map((file: { content: string }) => file.content);
      expect(action).toMatch('export function about(): HttpResponse {');
      expect(its.split('\n')).toHaveLength(8);
      await expectUnchanged();
    });

    test.each([
      ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
      ['tabs', (text: string) => text.replaceAll('  ', '\t')],
      ['comments', (text: string) => text.replace('routes: [', 'routes: /* [ */ [ // ]')],
      [
        'satisfies',
        (text: string) =>
          text
            .replace('defineConfig({', '({')
            .replace('});', '} satisfies ReturnType<typeof defineConfig>);'),
      ],
      ['a spread', (text: string) => text.replace('routes: [', 'routes: [\n    ...[],')],
    ])('a generator run twice on a file with %s changes it once', async (_, reformat) => {
      await write(routesFile, reformat(await read(routesFile)));
      expect(await generate('route', '--path', '/about')).toMatchObject({ exitCode: 0 });
      const once = await treeOf(project.cwd);
      expect(await generate('route', '--path', '/about')).toMatchObject({
        exitCode: 0,
        stdout: 'Nothing to do: everything exists already.',
      });
      expect(await treeOf(project.cwd)).toEqual(once);
      expect((await read(routesFile)).match(/\babout\b(?!')/g)).toHaveLength(2);
    });

    test('files created in a project with CRLF have CRLF', async () => {
      for (const path of [routesFile, 'config/autoload/dependencies.global.ts', 'package.json']) {
        await write(path, (await read(path)).replaceAll('\n', '\r\n'));
      }
      expect(await generate('route', '--path', '/about', '--feature', 'about')).toMatchObject({
        exitCode: 0,
      });
      const made = ['src/about/about.ts', 'test/about/about.test.ts', 'config/autoload/about.global.ts'];
      for (const path of made) expect(await read(path)).not.toMatch(/(?<!\r)\n/);
      expect((await generate('route', '--path', '/about', '--feature', 'about')).stdout).toMatch(
        'Nothing to do',
      );
    });

    test('a generator keeps a handler that was edited since', async () => {
      await generate('route', '--path', '/about');
      await write('src/action/about.ts', `${await read('src/action/about.ts')}// mine\n`);
      expect((await generate('route', '--path', '/about')).stdout).toBe(
        'Nothing to do: everything exists already.',
      );
      expect(await read('src/action/about.ts')).toMatch('// mine');
    });

    test('a deleted test is not created again, and undo still works', async () => {
      await generate('service', '--class', 'Clock');
      await rm(join(project.cwd, 'test/clock.test.ts'));
      expect((await generate('service', '--class', 'Clock')).stdout).toBe(
        'Nothing to do: everything exists already.\n' +
          'left out  test/clock.test.ts: it was deleted since it was generated.',
      );
      const json = JSON.parse((await generate('service', '--class', 'Clock', '--json')).stdout);
      expect(json).toMatchObject({ written: false, leftOut: ['test/clock.test.ts'] });
      expect(await run(['undo'])).toMatchObject({ exitCode: 0 });
      await expectUnchanged();
      expect((await generate('service', '--class', 'Clock')).stdout).toMatch('made    test/clock.test.ts');
    });

    test.each([
      [
        ['--class', 'class'],
        2,
        '--class: "class" is a reserved word: choose another class name, as in ClassAction.',
      ],
      [['--class', '9Lives'], 2, '--class: "9Lives" starts with a digit: a class name starts with a letter.'],
      [
        ['--class', 'Ping'],
        1,
        'src/action/ping.ts exists already, with another content: choose another name, or remove it.',
      ],
      [['--name', 'ping'], 1, /The route "ping" \(GET \/y\) .* has the name of "ping" \(GET \/ping\)/],
      [
        ['--services', 'Nowhere'],
        1,
        'Nothing was written, because with this change:\n- there is no service "Nowhere" in the container.',
      ],
      [['--path', 'y'], 2, /^--path: .*it must start with "\/"/],
    ])('an invalid name: %j', async (flags, exitCode, reason) => {
      const ended = await generate('route', ...(flags[0] === '--path' ? [] : ['--path', '/y']), ...flags);
      expect(ended.stderr).toMatch(reason);
      expect(ended.exitCode).toBe(exitCode);
      await expectUnchanged();
    });

    test('an existing route, and a route hidden by an earlier one, are rejected', async () => {
      const twice = await generate('route', '--path', '/ping', '--class', 'Other');
      expect(twice.exitCode).toBe(1);
      expect(twice.stderr).toMatch(
        'The route "other" (GET /ping) (config/autoload/routes.global.ts, routes[2]) handles the same requests as "ping" (GET /ping)',
      );
      await expectUnchanged();
      await generate('route', '--path', String.raw`/post/{id:\d+}`);
      const written = await treeOf(project.cwd);
      const hidden = await generate('route', '--path', '/post/{n:[0-9]+}', '--class', 'Hidden');
      expect(hidden.exitCode).toBe(1);
      expect(hidden.stderr).toMatch(
        String.raw`GET /post/1 is handled by the route "show-post" (/post/{id:\d+}) instead.`,
      );
      const file = await generate('route', '--path', '/robots.txt');
      expect(file.stderr).toMatch('is hidden by the file public/robots.txt.');
      expect(await treeOf(project.cwd)).toEqual(written);
    });

    test('a JSON file of routes names the handler as a service', async () => {
      await rm(join(project.cwd, routesFile));
      const json = routesFile.replace('.ts', '.json');
      await write(json, '{\n  "routes": [\n    { "path": "/", "middleware": "HelloWorld" }\n  ]\n}\n');
      expect(await generate('route', '--path', '/about')).toMatchObject({ exitCode: 0, stderr: '' });
      expect(await read(json)).toBe(`{
  "routes": [
    { "path": "/", "middleware": "HelloWorld" },
    { "name": "about", "path": "/about", "middleware": "about", "allowed_methods": ["GET"] }
  ]
}
`);
      expect((await generate('route', '--path', '/about')).stdout).toMatch('Nothing to do');
      expect((await run(['routes', 'match', 'GET', '/about'])).stdout).toMatch(`about  ${json}:4`);
    });

    test('a file of another shape is left unchanged, and the lines to paste are printed', async () => {
      const text = (await read(routesFile))
        .replace('routes: [', 'routes: [].concat([')
        .replace('  ],', '  ]),');
      await write(routesFile, text);
      const { exitCode, stderr } = await generate('route', '--path', '/about');
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(`${routesFile} was not understood: "routes" is not a literal in this file.`);
      expect(stderr).toMatch(`import { about } from '#app/action/about';`);
      expect(stderr).toMatch(`  routes: [\n    route('GET', '/about', about, { name: 'about' }),\n  ],`);
      // The user must also create the imported module.
      expect(stderr).toMatch('Create src/action/about.ts:\n\n  import {');
      expect(stderr).toMatch('Create test/about.test.ts:\n\n  import {');
      expect(await read(routesFile)).toBe(text);
      expect((await generate('route', '--path', '/about', '--feature', 'about')).exitCode).toBe(0);
    });
  });
}
