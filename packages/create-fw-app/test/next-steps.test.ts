import { describe, expect, test } from 'vitest';
import { nextCommands, replayCommand, retryCommand } from '../src/next-steps.ts';

const steps = {
  project: '/home/me/my-site',
  cwd: '/home/me',
  target: 'node',
  packageManager: 'npm',
  installed: true,
} as const;

describe('the next steps', () => {
  test('enter the project and start it', () => {
    expect(nextCommands(steps)).toEqual(['cd my-site', 'npm run dev', 'npm run generate']);
  });

  test('begin with the installation if it was skipped, by the same package manager', () => {
    const commands = nextCommands({ ...steps, installed: false, packageManager: 'pnpm' });
    expect(commands).toEqual(['cd my-site', 'pnpm install', 'pnpm run dev']);
  });

  test.each([
    ['bun', 'npm', ['cd my-site', 'bun run dev', 'bun run generate']],
    ['deno', 'deno', ['cd my-site', 'deno task dev', 'deno task generate']],
    ['node', 'deno', ['cd my-site', 'npm run dev', 'npm run generate']],
    ['workers', 'bun', ['cd my-site', 'bun run dev', 'bun run generate']],
  ] as const)(
    'for %s, installed by %s, are the commands of the runtime',
    (target, packageManager, commands) => {
      expect(nextCommands({ ...steps, target, packageManager })).toEqual(commands);
    },
  );

  test('do not enter the current folder', () => {
    expect(nextCommands({ ...steps, cwd: steps.project })).toEqual(['npm run dev', 'npm run generate']);
  });

  test.each([
    ['/home/me/My Site', `cd 'My Site'`],
    [`/home/me/Bob's`, String.raw`cd 'Bob'\''s'`],
    ['/home/me/$HOME', `cd '$HOME'`],
    ['/home/me/-x', 'cd ./-x'],
    ['/home/you/site', 'cd ../you/site'],
    ['/home/me/Zürich', 'cd Zürich'],
  ])('are quoted for a shell: %s', (project, command) => {
    expect(nextCommands({ ...steps, project })[0]).toBe(command);
  });

  test('are one line after a step that failed', () => {
    expect(retryCommand(steps, ['npm install', 'git init'])).toBe('cd my-site && npm install && git init');
    expect(retryCommand({ ...steps, cwd: steps.project }, ['npm install'])).toBe('npm install');
  });
});

describe('the command that creates the same project again', () => {
  const project = {
    variant: 'a',
    form: 'hybrid',
    router: 'rou3',
    target: 'node',
    packageManager: 'npm',
  } as const;
  const flags = '--variant a --form hybrid --router rou3';

  test('names the version and every choice, and prompts for nothing', () => {
    expect(replayCommand('my-site', '1.2.3', project)).toBe(
      `npm create fw-app@1.2.3 my-site -- ${flags} --yes`,
    );
  });

  test.each(['pnpm', 'yarn', 'bun'] as const)('needs no -- with %s', (packageManager) => {
    expect(replayCommand('my-site', '1.2.3', { ...project, packageManager })).toBe(
      `${packageManager} create fw-app@1.2.3 my-site ${flags} --yes`,
    );
  });

  test('names the target unless it is Node', () => {
    const command = replayCommand('my-site', '1.2.3', { ...project, target: 'workers' });
    expect(command).toBe(`npm create fw-app@1.2.3 my-site -- ${flags} --target workers --yes`);
  });

  test.each([
    ['bun', 'bun', `bun create fw-app@1.2.3 my-site ${flags} --target bun --yes`],
    ['bun', 'npm', `npm create fw-app@1.2.3 my-site -- ${flags} --target bun --package-manager npm --yes`],
    ['deno', 'deno', `deno run --allow-all npm:create-fw-app@1.2.3 my-site ${flags} --target deno --yes`],
  ] as const)(
    'for %s names the package manager unless it is the default: %s',
    (target, packageManager, command) => {
      expect(replayCommand('my-site', '1.2.3', { ...project, target, packageManager })).toBe(command);
    },
  );

  test('names the skipped steps', () => {
    const command = replayCommand('My Site', '1.2.3', { ...project, install: false, git: false });
    expect(command).toBe(`npm create fw-app@1.2.3 'My Site' -- ${flags} --no-install --no-git --yes`);
  });
});
