import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const WRANGLER_FILE = 'wrangler.jsonc';

/**
 * The variables of a Worker: from wrangler.jsonc in the working directory, overridden by the environment.
 *
 * @throws SyntaxError when the file is not JSON with comments
 */
export function workerEnv(): Record<string, unknown> {
  return { ...workerVariables('.'), ...process.env };
}

/** The variables of wrangler.jsonc in a folder. */
export function workerVariables(root: string): Record<string, unknown> {
  const path = join(root, WRANGLER_FILE);
  const { vars } = (existsSync(path) ? parse(readFileSync(path, 'utf8')) : {}) as { vars?: object };
  return { ...vars };
}

/** Parses JSON with comments and trailing commas. */
function parse(text: string): unknown {
  const plain = text
    .replaceAll(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[^]*?\*\//g, '$1')
    .replaceAll(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, '$1');
  return JSON.parse(plain);
}
