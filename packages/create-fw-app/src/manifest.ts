import { createHash } from 'node:crypto';
import type { ProjectShape } from '#command-line/choices';
import type { ProjectFiles } from './template-set.ts';

/** The path of a project's manifest, relative to the project. */
export const MANIFEST_PATH = '.fw/manifest.json';

/** The choices and files with which a project was created. */
export interface Manifest {
  readonly generator: 'create-fw-app';
  /** The version of the generator. */
  readonly version: string;
  readonly choices: ProjectShape;
  /** The path of every file, relative and with `/`, to the SHA-256 of its content, in hexadecimal. */
  readonly files: Readonly<Record<string, string>>;
}

/** The files with the manifest that describes them. */
export function withManifest(files: ProjectFiles, version: string, choices: ProjectShape): ProjectFiles {
  const hashes = [...files].map(([path, content]) => [
    path,
    createHash('sha256').update(content).digest('hex'),
  ]);
  const manifest: Manifest = {
    generator: 'create-fw-app',
    version,
    choices,
    files: Object.fromEntries(hashes),
  };
  return new Map([[MANIFEST_PATH, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)], ...files]);
}
