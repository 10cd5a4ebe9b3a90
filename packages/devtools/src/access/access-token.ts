import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { safely } from 'fw-runtime/internal';
import { findProjectRoot } from '../project/project-root.ts';

/** The file of a project's token, relative to the project. */
const FILE = join('.fw', 'dev', 'token');
const TOKEN = /^[\w-]{32}$/;

const known = new Map<string | undefined, string>();

/**
 * The token for access to the development tools of a project. The token is saved in the project, so that it survives a
 * restart. Outside of a project, or if the folder isn't writable, the token lasts as long as the process.
 *
 * @param root the folder of the project; undefined outside of a project
 */
export function accessToken(root: string | undefined = findProjectRoot()): string {
  let token = known.get(root);
  if (token === undefined) known.set(root, (token = keptToken(root) ?? newToken()));
  return token;
}

function keptToken(root: string | undefined): string | undefined {
  if (root === undefined) return undefined;
  const file = join(root, FILE);
  return safely(() => readToken(file) ?? createToken(file), undefined);
}

function readToken(file: string): string | undefined {
  const text = safely(() => readFileSync(file, 'utf8').trim(), '');
  if (!TOKEN.test(text)) return undefined;
  // Copying the project may have changed the file's mode.
  safely(() => chmodSync(file, 0o600), undefined);
  return text;
}

/** Processes that start at the same time get the same token: only one of them can link its file to the name. */
function createToken(file: string): string | undefined {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '.gitignore'), '*\n');
  const draft = `${file}.${process.pid}.${newToken().slice(0, 8)}`;
  writeFileSync(draft, `${newToken()}\n`, { mode: 0o600, flag: 'wx' });
  try {
    safely(() => linkSync(draft, file), undefined);
    // If there is still no token, the file has other content, or the file system doesn't support links.
    if (readToken(file) === undefined) renameSync(draft, file);
    return readToken(file);
  } finally {
    rmSync(draft, { force: true });
  }
}

function newToken(): string {
  return randomBytes(24).toString('base64url');
}
