import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyFolder } from '../../../command-line/test/folders.ts';
import { fwFileFor } from '#command-line/fw-file';
import { fwCommand, typedIn } from '../../src/project/typed-command.ts';
import { projectWith } from '../project-with.ts';

const older = { 'public/index.ts': "import 'fw-runtime/b';\n" };
const fw = { ...older, fw: fwFileFor('npm') };

/** The command that messages name in this folder. */
function typed(cwd: string, env: NodeJS.ProcessEnv = {}): string {
  return typedIn({ cwd: () => cwd, env }, fwCommand);
}

describe('messages name commands as the user types them', () => {
  test('in the root of a project, below it, and outside a project', async () => {
    const { root } = await projectWith(fw);
    expect(typed(root)).toBe('node fw');
    expect(typed(join(root, 'src'))).toBe('npm run fw --');
    expect(typed(await emptyFolder())).toBe('node fw');
  });

  test('in the folder in which a package script was called', async () => {
    const { root } = await projectWith(fw);
    expect(typed(root, { INIT_CWD: root })).toBe('node fw');
    expect(typed(root, { INIT_CWD: join(root, 'src', 'action') })).toBe('npm run fw --');
    // The script of another project, which runs fw here.
    expect(typed(root, { INIT_CWD: await emptyFolder() })).toBe('node fw');
    expect(typed(join(root, 'src'), { INIT_CWD: await emptyFolder() })).toBe('npm run fw --');
  });

  test.each([
    ['pnpm-lock.yaml', 'pnpm run fw'],
    ['yarn.lock', 'yarn run fw'],
    ['bun.lock', 'bun run fw'],
    // deno task would run the script on Deno.
    ['deno.lock', 'npm run fw --'],
  ])('for the package manager of %s', async (lock, command) => {
    const { root } = await projectWith({ ...fw, [lock]: '' });
    expect(typed(root)).toBe('node fw');
    expect(typed(join(root, 'src'))).toBe(command);
  });

  test('in an older project without the file, or with another file of this name', async () => {
    expect(typed((await projectWith(older)).root)).toBe('npm run fw --');
    expect(typed((await projectWith({ ...older, fw: 'mine' })).root)).toBe('npm run fw --');
  });

  test('in each of two concurrent commands', async () => {
    const [one, other] = [await projectWith(fw), await projectWith(older)];
    const later = async (): Promise<string> => {
      await Promise.resolve();
      return fwCommand();
    };
    expect(
      await Promise.all([one, other].map(({ root }) => typedIn({ cwd: () => root, env: {} }, later))),
    ).toEqual(['node fw', 'npm run fw --']);
  });
});
