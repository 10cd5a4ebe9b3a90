import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { treeOf } from '../../../command-line/test/tree.ts';
import { type Project, routesFile } from './project.ts';

/** The behavior of fw, with every inspection. */
export function typesTests(project: Project): void {
  const { run, generate, read, write, expectUnchanged } = project;

  const routeTypes = '.fw/types/routes.d.ts';
  const serviceTypes = '.fw/types/services.d.ts';

  describe('fw types', () => {
    test('finds nothing to do in a new project, and creates the same files if they are missing', async () => {
      expect(await run(['types'])).toMatchObject({
        exitCode: 0,
        stdout: 'Nothing to do: everything exists already.',
      });
      await rm(join(project.cwd, '.fw', 'types'), { recursive: true });
      expect(await run(['check'])).toMatchObject({ exitCode: 0, stdout: 'No errors: 2 routes.' });
      expect(await generate('route', '--path', '/post')).toMatchObject({ exitCode: 0 });
      await run(['undo']);
      await write('tsconfig.json', (await read('tsconfig.json')).replace('".fw/types", ', ''));

      expect(await run(['types'])).toMatchObject({
        exitCode: 0,
        stdout: `made     ${routeTypes}
made     ${serviceTypes}
The compiler does not see them yet: add ".fw/types" to "include" in tsconfig.json, and in tsconfig.build.json if there is one.`,
      });
      await write(
        'tsconfig.json',
        Buffer.from(project.before.get('tsconfig.json') ?? '', 'base64').toString(),
      );
      await expectUnchanged();
    });

    test('is part of fw check, and of fw check --fix', async () => {
      await write(routesFile, (await read(routesFile)).replace("name: 'ping'", "name: 'pong'"));
      const stale = `${routeTypes} does not say which routes the app has: run node fw types to update it.`;
      const { exitCode, stdout } = await run(['check', '--json']);
      expect([exitCode, JSON.parse(stdout).faults]).toEqual([1, [stale]]);
      expect(await run(['check', '--fix'])).toMatchObject({
        exitCode: 0,
        stdout: `edited  ${routeTypes}\nNo errors: 2 routes.`,
      });
      expect(JSON.parse((await run(['types', '--json'])).stdout)).toEqual({ changes: [] });
      expect(await read(routeTypes)).toMatch('readonly pong: {};');
    });

    test('fw check reports a missing file fw, which --fix writes with the script, and reports a literal token', async () => {
      const [file, manifest] = [await read('fw'), await read('package.json')];
      await rm(join(project.cwd, 'fw'));
      await write('package.json', manifest.replace(/,\n *"fw": "node fw"/, ''));
      await write('.npmrc', '//npm.example/:_authToken=npm_abc123\n');
      const fault =
        'The project has no file fw, which runs its commands, as in node fw routes: run npx fw check --fix to create it.';
      const { exitCode, stdout } = await run(['check', '--json']);
      const { faults, notes } = JSON.parse(stdout);
      expect([exitCode, faults]).toEqual([1, [fault]]);
      expect(notes).toEqual([expect.stringMatching(/^\.npmrc:1 contains a literal _authToken, /)]);
      expect(stdout).not.toContain('npm_abc123');
      expect(await run(['check', '--fix'])).toMatchObject({
        exitCode: 0,
        stdout: expect.stringMatching(
          /^made  fw\nedited  package\.json\nNo errors: 2 routes\.\nNote: \.npmrc:1 contains /,
        ),
      });
      expect([await read('fw'), await read('package.json')]).toEqual([file, manifest]);
      await rm(join(project.cwd, '.npmrc'));
      await expectUnchanged();
    });

    test('writes nothing for a project that does not load', async () => {
      await write(routesFile, (await read(routesFile)).replace("'/ping'", "'/{'"));
      const changed = await treeOf(project.cwd);
      expect(await run(['types'])).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining("The app doesn't load:"),
      });
      expect(await treeOf(project.cwd)).toEqual(changed);
    });
  });
}
