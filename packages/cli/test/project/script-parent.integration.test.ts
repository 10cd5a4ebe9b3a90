import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { endOfScript } from '../../src/project/script-parent.ts';
import { emptyFolder, writeFiles } from '../../../command-line/test/folders.ts';
import { essentialFirst } from '../../../../test/support/essential-first.ts';

const compiled = join(import.meta.dirname, '../../dist/cli/src/project/script-parent.js');

// The program runs forever, as a server does.
const program = `import { endOfScript } from ${JSON.stringify(compiled)};
const forEver = setInterval(() => {}, 1000);
endOfScript(process.env).addEventListener('abort', () => clearInterval(forEver));
console.log('runs');
`;

describe.skipIf(process.platform === 'win32')('a program that npm runs as a script ends with npm', () => {
  for (const { some, tags } of essentialFirst(
    [
      ['SIGTERM', 'node program.mjs'],
      ['SIGKILL', 'node program.mjs'],
      ['SIGTERM', 'node program.mjs && echo over'],
      ['SIGKILL', 'true; node program.mjs; echo over'],
    ] as const,
    2,
  )) {
    test.each(some)('by %s: %s', { tags, timeout: 30_000 }, async (signal, script) => {
      const cwd = await emptyFolder();
      await writeFiles(cwd, {
        'package.json': JSON.stringify({ scripts: { dev: script } }),
        'program.mjs': program,
      });
      const npm = spawn('npm', ['run', '--silent', 'dev'], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
      await new Promise<void>((resolve) => {
        npm.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('runs') && resolve());
      });
      // The pipe closes when the last process closes it.
      const ended = once(npm, 'close');
      npm.kill(signal);
      await expect(ended).resolves.toHaveLength(2);
    });
  }
});

test('a program that no package manager started outlives its parent, as under nohup', () => {
  expect(endOfScript({})).toBeUndefined();
});
