import { type PathRequest, readPath } from '../../devtools/src/child-process/read-path.ts';
import type { GeneratedProject } from '../src/generate/engine/generator.ts';
import { emptyFolder, writeFiles } from '../../command-line/test/folders.ts';

/** Parses paths in this process. */
export const inspection: GeneratedProject['inspection'] = {
  readPath: async (request: PathRequest) => readPath(request),
};

/** A project with these files. */
export async function projectWith(files: Readonly<Record<string, string>> = {}): Promise<GeneratedProject> {
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
    inspection,
  };
}
