import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Files that normalize what a developer writes: names on the command line, and options of the application. */
const FROM_DEVELOPERS: readonly string[] = [
  'packages/cli/src/generate/engine/names.ts',
  'packages/create-fw-app/src/package-name.ts',
  'packages/middleware/src/basic-auth/basic-auth.ts',
];

/** The lines before a call in which its limit must be. */
const BESIDE = 14;
const LIMIT = /\.length >=? \w|\bLONGEST\w*|\.slice\(0, /;

interface Call {
  readonly file: string;
  readonly line: number;
  readonly hasLimit: boolean;
}

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => join(folder, file).replaceAll('\\', '/'));
}

/** The calls of `normalize()` in a file, of a page only those in its code. */
function callsIn(file: string, text: string): Call[] {
  const lines = text.split('\n');
  let isCode = !file.endsWith('.md');
  return lines.flatMap((line, index) => {
    if (file.endsWith('.md') && line.startsWith('```')) isCode = !isCode;
    if (!isCode || !/\.normalize\(/.test(line)) return [];
    // Comments have no limits.
    const beside = lines
      .slice(Math.max(0, index - BESIDE), index + 1)
      .filter((one) => !/^\s*(?:\/\/|\/?\*)/.test(one));
    return [{ file, line: index + 1, hasLimit: beside.some((one) => LIMIT.test(one)) }];
  });
}

const FILES = [
  ...readdirSync('packages').flatMap((name) => filesIn(join('packages', name, 'src'), /\.[jt]s$/)),
  ...filesIn('templates', /./).filter((file) => /\.\w+$/.test(file)),
  ...filesIn('docs', /\.md$/),
];

test('text from clients is limited before it is normalized, which takes quadratic time', () => {
  const calls = FILES.flatMap((file) => callsIn(file, readFileSync(file, 'utf8')));
  const files = new Set(calls.map(({ file }) => file));
  const unlimited = calls.filter(({ file, hasLimit }) => !hasLimit && !FROM_DEVELOPERS.includes(file));
  expect(unlimited.map(({ file, line }) => `${file}:${line}`)).toEqual([]);
  expect(FROM_DEVELOPERS.filter((file) => !files.has(file))).toEqual([]);
  // Otherwise the search itself is broken.
  expect(files).toContain('docs/guides/sign-users-in.md');
});

test('the check finds a call without a limit', () => {
  const call = "const key = derive(password.normalize('NFKC'));";
  expect(callsIn('x.ts', call)).toMatchObject([{ hasLimit: false }]);
  expect(callsIn('x.ts', `// A limit of LONGEST characters.\n${call}`)).toMatchObject([{ hasLimit: false }]);
  expect(callsIn('x.ts', `if (password.length > 256) return;\n${call}`)).toMatchObject([{ hasLimit: true }]);
  expect(callsIn('x.md', `${call}\n\`\`\`ts\n${call}\n\`\`\``)).toMatchObject([{ line: 3, hasLimit: false }]);
});
