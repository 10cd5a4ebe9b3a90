import { describe, expect, test } from 'vitest';

import { nextCommands, retryCommand } from '../src/next-steps.ts';

const steps = { site: '/home/me/my-site', cwd: '/home/me', packageManager: 'npm', installed: true } as const;

describe('the next steps', () => {
  test('enter the site and start it', () => {
    expect(nextCommands(steps)).toEqual(['cd my-site', 'npm run dev']);
  });

  test('install first what is not installed, with the same package manager', () => {
    const commands = nextCommands({ ...steps, installed: false, packageManager: 'pnpm' });
    expect(commands).toEqual(['cd my-site', 'pnpm install', 'pnpm run dev']);
  });

  test('do not enter the folder that the user is in', () => {
    expect(nextCommands({ ...steps, cwd: steps.site })).toEqual(['npm run dev']);
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

  test('are one line after an installation that failed', () => {
    expect(retryCommand(steps)).toBe('cd my-site && npm install');
    expect(retryCommand({ ...steps, cwd: steps.site })).toBe('npm install');
  });
});
