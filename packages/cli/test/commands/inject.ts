import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { treeOf } from '../../../command-line/test/tree.ts';
import { type Project } from './project.ts';

/** What fw does, whatever looks at the project. */
export function injectTests(project: Project): void {
  const { run, generate, read, write, expectUnchanged } = project;

  const ping = 'src/action/ping.ts';

  describe('fw generate inject', () => {
    test('gives a class services by id or by class, is repeatable, and is taken back', async () => {
      await generate('service', '--class', 'Clock');
      const before = await treeOf(project.cwd);
      const shown = await generate('inject', 'Ping', 'clock', 'config', '--dry-run');
      expect(shown.stdout).toMatch("+  static readonly inject = [Clock, 'config'] as const;");
      expect(await treeOf(project.cwd)).toEqual(before);

      expect(await generate('inject', 'Ping', 'clock', 'config')).toMatchObject({ exitCode: 0, stderr: '' });
      expect(await read(ping)).toMatch(`export class Ping {
  static readonly inject = [Clock, 'config'] as const;
  readonly #clock: Clock;
  readonly #config: Config;

  constructor(clock: Clock, config: Config) {
    this.#clock = clock;
    this.#config = config;
  }

  process(`);
      expect((await generate('inject', 'Ping', 'Clock,config')).stdout).toBe(
        'Nothing to do: everything exists already.',
      );
      expect((await run(['check'])).stdout).toMatch('No errors');
      expect((await run(['undo'])).stdout).toMatch('Undone: fw generate inject Ping clock config');
      expect(await treeOf(project.cwd)).toEqual(before);
    });

    test('knows the type of a service from the interface Services, and asks a factory by its id', async () => {
      await write(
        'config/autoload/db.global.ts',
        `declare module 'fw-runtime' {
  interface Services {
    db: Promise<Map<string, string>>;
  }
}
export default { dependencies: { factories: { db: async () => new Map<string, string>(), zone: () => 'UTC' } } };
`,
      );
      expect(await generate('inject', 'Ping', 'db', 'zone')).toMatchObject({ exitCode: 0, stderr: '' });
      const text = await read(ping);
      expect(text).toMatch("constructor(db: Awaited<Services['db']>, zone: unknown) {");
      expect(text).toMatch(/import \{.*\btype Services\b.*\} from 'fw-runtime\/b'/);
    });

    test('puts a function into inject()', async () => {
      await write('src/action/now.ts', 'export const now = () => new Response();\n');
      expect(await generate('inject', 'now', 'config')).toMatchObject({ exitCode: 0, stderr: '' });
      expect(await read('src/action/now.ts')).toBe(
        "import { inject } from 'fw-runtime/b';\n\nexport const now = inject(['config'], (config) => () => new Response());\n",
      );
    });

    test('names what is nearest to a class or a service that is not there', async () => {
      expect(await generate('inject', 'Pnig', 'config')).toMatchObject({
        exitCode: 2,
        stderr: 'Unknown class or function "Pnig": did you mean Ping?',
      });
      expect(await generate('inject', 'Ping', 'confg')).toMatchObject({
        exitCode: 1,
        stderr:
          'Nothing was written, because with this change:\n- there is no service "confg" in the container; did you mean "config"?',
      });
      expect(await generate('inject')).toMatchObject({
        exitCode: 2,
        stderr: '<Name> and <service>… are missing, and there is no terminal for prompts: pass them.',
      });
      await expectUnchanged();
    });

    test('leaves a class of another shape alone, and prints what to paste', async () => {
      await write(ping, (await read(ping)).replace('class Ping {', 'class Ping extends Object {'));
      // A migration may have the name of an action.
      await mkdir(join(project.cwd, 'src/database/migrations'), { recursive: true });
      await write('src/database/migrations/0001-ping.ts', 'export const Ping = 1;\n');
      const { exitCode, stderr } = await generate('inject', 'Ping', 'config');
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(`${ping} was not understood: Ping extends another class`);
      expect(stderr).toMatch(
        "  static readonly inject = ['config'] as const;\n  readonly #config: Config;\n",
      );
      await write('src/action/now.ts', 'export const now = later(() => new Response());\n');
      const { stderr: said } = await generate('inject', 'now', 'config');
      expect(said).toMatch('now is neither a class nor a function in that file.');
      expect(said).toMatch("  […, 'config'], (…, config) => …");
      await write('src/ping.ts', 'export const Ping = 1;\n');
      expect(await generate('inject', 'Ping', 'config')).toMatchObject({
        exitCode: 2,
        stderr: `Both ${ping} and src/ping.ts export Ping: rename one of them first.`,
      });
    });
  });
}
