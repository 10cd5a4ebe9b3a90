import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from '@jridgewell/sourcemap-codec';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { packages } from '../support/packages.ts';

test('the stack trace of an error names the lines of the source', async () => {
  const program = "import { HttpError } from 'fw-runtime'; new HttpError(99);";
  const args = ['--enable-source-maps', '--input-type=module', '--eval', program];
  const { stderr } = await execa(process.execPath, args, { reject: false });
  const [, file = '', line] =
    /\(?(?:file:\/\/)?(\/\S+packages\/runtime\/src\/\S+\.ts):(\d+)/.exec(stderr) ?? [];

  expect(stderr).toContain('packages/runtime/src/kernel/errors/http-error.ts');
  expect(readFileSync(file, 'utf8').split('\n')[Number(line) - 1]).toMatch(/\b(?:throw|new|super)\b/);
});

/** The commands are published without their source, and so without source maps. */
const COMMANDS = new Set(['create-fw-app', 'fw-cli']);

test.each(packages().filter(({ name }) => !COMMANDS.has(name)))(
  'the source maps of $name map no line twice',
  ({ folder }) => {
    const built = join(folder, 'dist');
    const files = readdirSync(built, { recursive: true, encoding: 'utf8' });
    const maps = files.filter((file) => file.endsWith('.js.map'));
    const mappedTwice = maps.filter((file) => {
      const { mappings } = JSON.parse(readFileSync(join(built, file), 'utf8')) as { mappings: string };
      return decode(mappings).some((segments) => segments.length > 1);
    });

    expect(maps).not.toEqual([]);
    expect(mappedTwice, 'run "npm run build": tools/scripts/shorten-source-maps.mjs shortens them').toEqual(
      [],
    );
  },
);
