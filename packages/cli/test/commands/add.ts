import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { treeOf } from '../../../command-line/test/tree.ts';
import { type Project } from './project.ts';

/** The behavior of fw, with every inspection. */
export function addTests(project: Project): void {
  const { run, read, write, expectUnchanged } = project;

  describe('fw add', () => {
    test('lists the additions without a terminal', async () => {
      const listed = await run(['add']);
      expect(listed).toMatchObject({ exitCode: 0, stderr: '' });
      expect(listed.stdout).toMatch(/^cors {2,}CORS: let pages of other origins read responses$/m);
      expect((await run(['add', '--list'])).stdout).toBe(listed.stdout);
      const json = JSON.parse((await run(['add', '--json'])).stdout) as { name: string }[];
      expect(json[0]).toEqual({ name: expect.any(String), summary: expect.any(String) });
    });

    test('suggests a name for an unknown name', async () => {
      const { exitCode, stderr } = await run(['add', 'corse']);
      expect([exitCode, stderr]).toEqual([2, 'Unknown addition "corse": did you mean cors?']);
    });

    test('two additions that share files are undone one by one', async () => {
      expect((await run(['add', 'cors', '--no-install'])).exitCode).toBe(0);
      const one = await treeOf(project.cwd);
      expect((await run(['add', 'request-id', '--no-install'])).exitCode).toBe(0);
      expect((await run(['undo'])).exitCode).toBe(0);
      expect(await treeOf(project.cwd)).toEqual(one);
      expect((await run(['undo'])).exitCode).toBe(0);
      await expectUnchanged();
    });

    test('a project without providers.ts gets the file', async () => {
      await rm(join(project.cwd, 'config/providers.ts'));
      const earlier = (await read('config/config.ts'))
        .replace("import providers from './providers.ts';\n", '')
        .replace(', providers }', ' }');
      await write('config/config.ts', earlier);
      expect((await run(['add', 'cors', '--no-install'])).exitCode).toBe(0);
      for (const path of ['config/providers.ts', 'config/config.ts']) {
        const original = Buffer.from(project.before.get(path) ?? '', 'base64').toString();
        const expected = original
          .replace(
            "'fw-runtime';\n\n",
            "'fw-runtime';\nimport { corsProvider } from 'fw-middleware/cors';\n\n",
          )
          .replace('= [];', '= [corsProvider];');
        expect(await read(path)).toBe(path === 'config/config.ts' ? original : expected);
      }

      await run(['undo']);
      await write('config/config.ts', 'export { default } from "./elsewhere.ts";\n');
      await write(
        'config/elsewhere.ts',
        `${earlier.replace('loadConfig(', 'loadConfig(...[')}`.replace('});', '}]);'),
      );
      const { exitCode, stderr } = await run(['add', 'cors', '--no-install']);
      expect(exitCode).toBe(1);
      expect(stderr).toContain('config/config.ts was not understood: it does not call loadConfig({ … }).');
      await rm(join(project.cwd, 'config/elsewhere.ts'));
    });
  });
}
