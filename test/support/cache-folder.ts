import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where the installations of tests are kept: in the user's cache directory, because `npm ci` empties `node_modules`. */
export const cacheFolder: string = join(userCache(), 'fw-tests');

function userCache(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  // A variable that is set, but empty, is unset: https://specifications.freedesktop.org/basedir-spec/latest/
  if (XDG_CACHE_HOME) return XDG_CACHE_HOME;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  if (process.platform === 'win32' && LOCALAPPDATA) return LOCALAPPDATA;
  return join(homedir(), '.cache');
}
