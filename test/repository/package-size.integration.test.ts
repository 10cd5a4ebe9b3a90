import { execa } from 'execa';
import { expect, test } from 'vitest';

const PACKED = 592_000;
const UNPACKED = 2_410_000;

test(`fw-runtime has at most ${PACKED} bytes packed and ${UNPACKED} unpacked, with source and source maps`, async () => {
  const { stdout } = await execa('npm', ['pack', '--workspace', 'fw-runtime', '--dry-run', '--json']);
  // npm 11 prints an array, newer versions an object by name.
  const [packed] = Object.values(JSON.parse(stdout) as Readonly<Record<string, Packed>>);
  const paths = packed?.files.map(({ path }) => path);

  expect(paths).toEqual(expect.arrayContaining(['src/index.ts', 'dist/index.js.map']));
  expect(packed?.size).toBeLessThanOrEqual(PACKED);
  expect(packed?.unpackedSize).toBeLessThanOrEqual(UNPACKED);
});

interface Packed {
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}
