import { describe, expect, test } from 'vitest';
import { nextCommands, replayCommand, retryCommand } from '../src/next-steps.ts';

const steps = {
  site: '/home/me/my-site',
  cwd: '/home/me',
  target: 'node',
  packageManager: 'npm',
  installed: true,
} as const;

describe('the next steps', () => {
  test('enter the site and start it', () => {
    expect(nextCommands(steps)).toEqual(['cd my-site', 'npm run dev', 'npm run generate']);
  });

  test('install first what is not installed, with the same package manager', () => {
    const commands = nextCommands({ ...steps, installed: false, packageManager: 'pnpm' });
    expect(commands).toEqual(['cd my-site', 'pnpm install', 'pnpm run dev']);
  });

  test.each([
    ['bun', 'npm', ['cd my-site', 'bun run dev', 'bun run generate']],
    ['deno', 'deno', ['cd my-site', 'deno task dev', 'deno task generate']],
    ['node', 'deno', ['cd my-site', 'npm run dev', 'npm run generate']],
    ['workers', 'bun', ['cd my-site', 'bun run dev', 'bun run generate']],
  ] as const)('on %s, installed by %s, are those of the runtime', (target, packageManager, commands) => {
    expect(nextCommands({ ...steps, target, packageManager })).toEqual(commands);
  });

  test('do not enter the folder that the user is in', () => {
    expect(nextCommands({ ...steps, cwd: steps.site })).toEqual(['npm run dev', 'npm run generate']);
  });

  test.each([
    ['/home/me/My Site', `cd 'My Site'`],
    [`/home/me/Bob's`, String.raw`cd 'Bob'\''s'`],
    ['/home/me/$HOME', `cd '$HOME'`],
    ['/home/me/-x', 'cd ./-x'],
    ['/home/you/site', 'cd ../you/site'],
    ['/home/me/Zürich', 'cd Zürich'],
  ])('are fit to be pasted: %s', (site, command) => {
    expect(nextCommands({ ...steps, site })[0]).toBe(command);
  });

  test('are one line after a step that failed', () => {
    expect(retryCommand(steps, ['npm install', 'git init'])).toBe('cd my-site && npm install && git init');
    expect(retryCommand({ ...steps, cwd: steps.site }, ['npm install'])).toBe('npm install');
  });
});

describe('the command that lays down the same site again', () => {
  const site = {
    variant: 'a',
    form: 'hybrid',
    router: 'rou3',
    target: 'node',
    packageManager: 'npm',
  } as const;
  const flags = '--variant a --form hybrid --router rou3';

  test('names the version and every choice, and asks nothing', () => {
    expect(replayCommand('my-site', '1.2.3', site)).toBe(`npm create fw-app@1.2.3 my-site -- ${flags} --yes`);
  });

  test.each(['pnpm', 'yarn', 'bun'] as const)('needs no -- with %s', (packageManager) => {
    expect(replayCommand('my-site', '1.2.3', { ...site, packageManager })).toBe(
      `${packageManager} create fw-app@1.2.3 my-site ${flags} --yes`,
    );
  });

  test('names the target where it is not Node', () => {
    const command = replayCommand('my-site', '1.2.3', { ...site, target: 'workers' });
    expect(command).toBe(`npm create fw-app@1.2.3 my-site -- ${flags} --target workers --yes`);
  });

  test.each([
    ['bun', 'bun', `bun create fw-app@1.2.3 my-site ${flags} --target bun --yes`],
    ['bun', 'npm', `npm create fw-app@1.2.3 my-site -- ${flags} --target bun --package-manager npm --yes`],
    ['deno', 'deno', `deno run --allow-all npm:create-fw-app@1.2.3 my-site ${flags} --target deno --yes`],
  ] as const)(
    'for %s names the package manager where it is not its own: %s',
    (target, packageManager, command) => {
      expect(replayCommand('my-site', '1.2.3', { ...site, target, packageManager })).toBe(command);
    },
  );

  test('says what was not to be done', () => {
    const command = replayCommand('My Site', '1.2.3', { ...site, install: false, git: false });
    expect(command).toBe(`npm create fw-app@1.2.3 'My Site' -- ${flags} --no-install --no-git --yes`);
  });
});
