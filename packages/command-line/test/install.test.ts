import { describe, expect, test } from 'vitest';
import { readProgress } from '../src/install-progress.ts';
import { reasonIn } from '../src/install.ts';
import { detectPackageManager } from '../src/package-manager.ts';

describe('the reason why an installation failed', () => {
  test.each([
    [
      'npm, a package that does not exist',
      [
        'npm error code E404',
        'npm error 404 Not Found - GET http://localhost/fw-runtime - Not found',
        'npm error 404',
        'npm error 404  The requested resource could not be found',
        'npm error A complete log of this run can be found in: /home/me/.npm/_logs/x-debug-0.log',
      ],
      '404 Not Found - GET http://localhost/fw-runtime - Not found',
    ],
    [
      'npm, no network',
      [
        'npm error code ECONNREFUSED',
        'npm error errno ECONNREFUSED',
        'npm error FetchError: connect ECONNREFUSED',
        '',
      ],
      'FetchError: connect ECONNREFUSED',
    ],
    [
      'npm 9',
      ['npm ERR! code ERESOLVE', 'npm ERR! ERESOLVE could not resolve'],
      'ERESOLVE could not resolve',
    ],
    [
      'pnpm',
      [
        ' WARN  deprecated x',
        ' ERR_PNPM_FETCH_404  GET http://localhost/x: Not Found - 404',
        'This error happened',
      ],
      'ERR_PNPM_FETCH_404  GET http://localhost/x: Not Found - 404',
    ],
    [
      'yarn',
      ['yarn install v1.22.22', `error Couldn't find package "x"`, 'info Visit'],
      `Couldn't find package "x"`,
    ],
    ['bun, in colours', ['\u001b[31merror\u001b[0m: x@^1 failed to resolve'], 'x@^1 failed to resolve'],
    ['anything else: its last line', ['one', 'two', '', ''], 'two'],
    ['silence', [''], 'it printed nothing'],
  ])('is one line: %s', (_, lines, reason) => {
    expect(reasonIn(lines.join('\n'))).toBe(reason);
  });
});

describe('the package manager', () => {
  test.each([
    ['npm/11.0.0 node/v22.0.0 linux x64 workspaces/false', 'npm'],
    ['pnpm/10.0.0 npm/? node/v22.0.0 linux x64', 'pnpm'],
    ['yarn/4.0.0 npm/? node/v22.0.0 linux x64', 'yarn'],
    ['bun/1.2.0 npm/? node/v22.0.0 linux x64', 'bun'],
    ['deno/2.9.6 npm/? deno/2.9.6 linux x86_64', 'deno'],
    ['other/1.0.0', 'npm'],
    [undefined, 'npm'],
  ])('that identifies itself as %j is %s', (agent, name) => {
    expect(detectPackageManager(agent === undefined ? {} : { npm_config_user_agent: agent })).toBe(name);
  });
});

describe('the progress of a package manager', () => {
  test.each([
    ['npm http fetch GET 200 http://localhost/tsx 35ms (cache hit)\n', 'tsx, request 3'],
    ['npm http fetch GET 200 http://localhost/@types%2fnode 3ms\n', '@types/node, request 3'],
    [
      'npm http fetch GET 200 http://localhost/a 3ms\nnpm http fetch GET 200 http://localhost/@b/c/-/c-1.0.0.tgz 3ms\n',
      '@b/c, request 4',
    ],
    [
      'Progress: resolved 50, reused 48, downloaded 2, added 0\n',
      'Progress: resolved 50, reused 48, downloaded 2, added 0',
    ],
    ['\u001b[2m[2/4]\u001b[22m Fetching packages...\n', '[2/4] Fetching packages...'],
    ['npm warn deprecated x\n', undefined],
    ['', undefined],
  ])('is described in a few words: %j', (output, text) => {
    expect(readProgress(output, 2).text).toBe(text);
  });
});
