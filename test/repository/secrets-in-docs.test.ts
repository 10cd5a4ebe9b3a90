// People copy examples, so an example with a secret of its own opens their apps to everyone who reads the documentation.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isPublished } from '../../packages/middleware/src/crypto/published.ts';

/** Names of secret values. */
const NAME = String.raw`\w*(?:secret|password|passwd|passphrase|token|api_?key|private_?key|jwt|credential)\w*`;

/** A secret that is read from the environment, with a value for when it is absent. An empty string fails at the start. */
const FALLBACK = new RegExp(
  String.raw`\b(?:${NAME}|env\w*\.\w*key|env\[['"]\w*key['"]\])['"\])]*\s*(?:\?\?|\|\|)=?\s*(['"\x60])(?!\1).+?\1`,
  'gi',
);
/** The same in \`env()\`, or a default of a parameter. */
const DEFAULT = new RegExp(String.raw`\b${NAME}\s*[:=]\s*[^,;(){}\n]*\?[^,;\n]*(['"\x60])(?!\1).+?\1`, 'gi');
/** A secret that is an option in code. Values of types, of placeholders and of masks aren't. */
const LITERAL = new RegExp(
  String.raw`\b(?:secret|secrets|password|passphrase|tokens?|apiKey|api_key|key|users)\s*:\s*[{[]*\s*(?:\w+:\s*)?(['"\x60])(?!\1)([^'"\x60\n]+)\1`,
  'g',
);
/** Options of middleware that takes secrets. */
const OPTIONS =
  /\b(?:session|jwt|basicAuth|bearerAuth|basic_auth|bearer_auth|webhooks)\s*[:(]\s*(?:mergeReplace\()?\{[^;]*?\}/g;

interface Found {
  readonly file: string;
  readonly text: string;
}

function filesIn(folder: string, ends: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => ends.some((end) => file.endsWith(end)) && !/(?:^|\/)(?:node_modules|dist|docs)\//.test(file),
    )
    .map((file) => join(folder, file));
}

const packages = readdirSync('packages').map((name) => join('packages', name));
const FILES = [
  'README.md',
  'SECURITY.md',
  ...filesIn('docs', ['.md']),
  ...packages.flatMap((folder) => filesIn(folder, ['README.md', '.hbs'])),
  ...packages.flatMap((folder) => filesIn(join(folder, 'src'), ['.ts'])),
  ...filesIn('tools/bench', ['.mjs', '.ts', '.js']),
];

/** The code of a file: of a page, its blocks except tests; of a module of a package, its docstrings. */
function codeOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.ts') && file.startsWith('packages')) {
    return (text.match(/\/\*\*[^]*?\*\//g) ?? []).join('\n');
  }
  if (!file.endsWith('.md')) return /(?:^|\/)test\.ts\.hbs$/.test(file) ? '' : text;
  const blocks = Array.from(
    text.matchAll(/^```(?:ts|typescript|js|javascript)\n([^]*?)^```/gm),
    ([, code = '']) => code,
  );
  return blocks.filter((code) => !/^\/\/ test\/|^\/\/ \S+\.test\.ts$|from 'vitest'/m.test(code)).join('\n');
}

function found(pattern: RegExp, within?: RegExp): Found[] {
  return FILES.flatMap((file) => {
    const code = codeOf(file);
    const parts = within === undefined ? [code] : (code.match(within) ?? []);
    return parts.flatMap((part) => (part.match(pattern) ?? []).map((text) => ({ file, text })));
  });
}

test('no example, template or docstring falls back to a secret', () => {
  expect(FILES.length).toBeGreaterThan(150);
  expect([...found(FALLBACK), ...found(DEFAULT)]).toEqual([]);
});

test('no example passes a secret in its code to middleware that takes one', () => {
  expect(found(LITERAL, OPTIONS)).toEqual([]);
});

test.each([
  "session({ secret: process.env.SESSION_SECRET ?? 'only for this example, not for your app' })",
  'const key = process.env[\'JWT_SECRET\'] || "change me";',
  "tokens: { deployment: process.env.DEPLOYMENT_TOKEN ?? 'only-for-development' }",
  "users: { ada: process.env.ADMIN_PASSWORD ?? 'engine' }",
  'const secret = env.API_KEY ?? `fallback`;',
])('%s is found', (code) => {
  expect(code.match(FALLBACK)).not.toBeNull();
});

test("env({ WEBHOOK_SECRET: isProduction ? String : 'secret' }) is found", () => {
  expect("env({ WEBHOOK_SECRET: isProduction ? String : 'secret' })".match(DEFAULT)).not.toBeNull();
});

test.each([
  "env({ SESSION_SECRET: '' })",
  'env({ SESSION_SECRET: String })',
  'secret: randomBytes(32).toString()',
])('%s is permitted', (code) => {
  expect(code.match(FALLBACK) ?? code.match(DEFAULT)).toBeNull();
});

test('the middleware rejects secrets from older examples', () => {
  for (const secret of ['only for this example, not for your app', 'only-for-development', 'engine']) {
    expect(isPublished(secret)).toBe(true);
  }
});
