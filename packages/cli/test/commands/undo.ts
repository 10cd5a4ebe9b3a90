import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { treeOf } from '../../../command-line/test/tree.ts';
import { type Project, routesFile } from './project.ts';

/** The behavior of fw, with every inspection. */
export function undoTests(project: Project): void {
  const { run, generate, read, write, expectUnchanged } = project;

  describe('fw undo', () => {
    test('changes nothing if a file was edited since, names the file, and ends with 1', async () => {
      await generate('route', '--path', '/about');
      await write(routesFile, `${await read(routesFile)}// mine\n`);
      const generated = await treeOf(project.cwd);
      const { exitCode, stderr } = await run(['undo']);
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(`Nothing was undone, because ${routesFile} was edited since "fw generate route`);
      expect(stderr).toMatch(
        '": take your edits out of it, or pass --keep-edited to leave it as it is and undo the rest.',
      );
      expect(JSON.parse((await run(['undo', '--json'])).stdout)).toEqual({
        error: stderr,
        edited: [routesFile],
      });
      expect(await treeOf(project.cwd)).toEqual(generated);
      expect((await run(['history'])).stdout).not.toMatch(/undone +fw generate route --path \/about/);
    });

    test('keeps edited files only if the project still loads without the rest', async () => {
      await generate('route', '--path', '/about');
      const original = Buffer.from(project.before.get(routesFile) ?? '', 'base64').toString();
      await write(routesFile, `${await read(routesFile)}// mine\n`);
      const generated = await treeOf(project.cwd);
      const refused = await run(['undo', '--keep-edited']);
      expect(refused.exitCode).toBe(1);
      expect(refused.stderr).toMatch(
        `Nothing was undone, because the app wouldn't load afterwards:\n- ${routesFile}: expected a file that loads, received Error: Cannot find module 'src/action/about.ts' imported from ${routesFile}.`,
      );
      expect(await treeOf(project.cwd)).toEqual(generated);

      await write(routesFile, `${original}// mine\n`);
      const edited = await treeOf(project.cwd);
      const tried = await run(['undo', '--keep-edited', '--dry-run']);
      expect(tried).toMatchObject({
        exitCode: 0,
        stdout: expect.stringMatching(/^--- a\/src\/action\/about\.ts$/m),
      });
      expect(tried.stdout).toMatch(`kept      ${routesFile}: it was edited since.`);
      expect(await treeOf(project.cwd)).toEqual(edited);

      const { exitCode, stdout } = await run(['undo', '--keep-edited']);
      expect([exitCode, stdout]).toEqual([
        0,
        expect.stringMatching(`kept      ${routesFile}: it was edited since.`),
      ]);
      expect(stdout).toMatch('removed   src/action/about.ts');
      expect((await run(['check'])).stdout).toBe('No errors: 2 routes.');
      expect((await run(['history'])).stdout).toMatch(/undone +fw generate route --path \/about/);
    });

    test('changes nothing if another file imports a file to remove, and names that file', async () => {
      await generate('service', '--class', 'Clock');
      const other = 'config/autoload/clock.global.ts';
      await write(
        other,
        "import { Clock } from '#app/service/clock';\nexport default { now: new Clock() };\n",
      );
      const generated = await treeOf(project.cwd);
      for (const flags of [[], ['--dry-run']]) {
        const { exitCode, stderr } = await run(['undo', ...flags]);
        expect(exitCode).toBe(1);
        expect(stderr).toMatch(`Cannot find module 'src/service/clock.ts' imported from ${other}`);
      }
      expect(await treeOf(project.cwd)).toEqual(generated);
      await rm(join(project.cwd, other));
      expect(await run(['undo'])).toMatchObject({ exitCode: 0 });
      await expectUnchanged();
    });
  });

  describe('fw undo in a project that does not load anyway', () => {
    test('reports the error as the reason', async () => {
      await generate('route', '--path', '/about');
      const broken = 'config/autoload/broken.global.ts';
      await write(broken, "import '#app/nowhere';\nexport default {};\n");
      const generated = await treeOf(project.cwd);
      const { exitCode, stderr } = await run(['undo']);
      expect([exitCode, stderr]).toEqual([
        1,
        expect.stringContaining(
          `Nothing was undone, because the app doesn't load, with or without it. Fix this first:\n- ${broken}:`,
        ),
      ]);
      expect(await treeOf(project.cwd)).toEqual(generated);
      await rm(join(project.cwd, broken));
      expect((await run(['undo'])).exitCode).toBe(0);
      await expectUnchanged();
    });
  });
}
