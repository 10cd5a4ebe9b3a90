import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CommandError } from '../../../command-line/src/errors.ts';
import { cliVersion } from '../package-info.ts';
import { dependenciesIn } from '../edit/manifest-edit.ts';
import type { Change } from '../generate/engine/change.ts';
import type { Site } from '../site/site.ts';

const MANIFEST = 'package.json';

/**
 * The range of `fw-middleware` in package.json: the same as for `fw-runtime`, because both are released together. If
 * `fw-runtime` is a file or a folder, it is the package beside it, or `FW_MIDDLEWARE_SPEC`.
 */
export function middlewareSpec(site: Site, change: Change, env: NodeJS.ProcessEnv): string {
  const given = env['FW_MIDDLEWARE_SPEC'];
  if (given) return given;
  const runtime = dependenciesIn(change.read(MANIFEST) ?? '{}').get('fw-runtime') ?? `^${cliVersion()}`;
  const path = /^(file|link|portal):/.exec(runtime)?.[0];
  if (path === undefined) return runtime;
  const place = runtime.startsWith('file://')
    ? fileURLToPath(runtime)
    : resolve(site.root, runtime.slice(path.length));
  const found = besideOf(place);
  if (found !== undefined) return `${path === 'file:' ? pathToFileURL(found).href : path + found}`;
  throw new CommandError(
    `fw-runtime comes from ${runtime}, and there is no fw-middleware beside it: set FW_MIDDLEWARE_SPEC to where it is.`,
  );
}

/** The package fw-middleware beside fw-runtime: the newest tarball, or a folder. */
function besideOf(place: string): string | undefined {
  const folder = dirname(place);
  if (!/\.t(ar\.)?gz$/.test(place)) {
    return ['middleware', 'fw-middleware'].map((name) => join(folder, name)).find(isMiddleware);
  }
  const ending = basename(place).slice('fw-runtime'.length);
  if (existsSync(join(folder, `fw-middleware${ending}`))) return join(folder, `fw-middleware${ending}`);
  const tarballs = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^fw-middleware-.*gz$/.test(name))
    : [];
  const byAge = tarballs
    .map((name) => join(folder, name))
    .toSorted((one, other) => statSync(one).mtimeMs - statSync(other).mtimeMs);
  return byAge.at(-1);
}

function isMiddleware(folder: string): boolean {
  const file = join(folder, MANIFEST);
  return existsSync(file) && /"name":\s*"fw-middleware"/.test(readFileSync(file, 'utf8'));
}
