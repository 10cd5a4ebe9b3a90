import type { Site } from '../src/site/site.ts';
import { emptyFolder, writeFiles } from '../../command-line/test/folders.ts';

/** A site of these files. */
export async function siteWith(files: Readonly<Record<string, string>> = {}): Promise<Site> {
  const root = await emptyFolder();
  await writeFiles(root, { 'package.json': '{ "dependencies": { "fw-runtime": "^0.1.0" } }\n', ...files });
  return {
    root,
    variant: 'b',
    layout: 'config',
    alias: '#app',
    runtime: 'fw-runtime/b',
    target: 'node',
    packageManager: 'npm',
    entry: 'public/index.ts',
  };
}
