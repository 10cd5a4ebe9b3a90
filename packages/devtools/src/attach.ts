/**
 * Attaches the development tools to every application with `debug` that this process creates later: warnings about middleware,
 * error pages with source, the recorder and the inspector at `/_fw`. `fw dev` imports it.
 *
 * @example node --import fw-devtools/attach public/index.ts
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const own = versionIn(fileURLToPath(new URL('../package.json', import.meta.url)));
const runtime = versionIn(fileURLToPath(import.meta.resolve('fw-runtime/package.json')));

if (own === runtime) {
  const { attach } = await import('./hook.ts');
  attach(own);
} else {
  console.warn(
    `The development tools are not attached: fw-devtools ${own} needs fw-runtime ${own}, and ${runtime} is installed.`,
  );
}

function versionIn(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
}
