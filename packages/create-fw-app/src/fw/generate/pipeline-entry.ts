import { quoted, Reference } from '../edit/code.ts';
import type { CodeMap } from '../edit/code.ts';
import type { TextStyle } from '../edit/text-style.ts';
import type { Site } from '../site.ts';
import type { Change } from './change.ts';
import { configFile, configure } from './config-files.ts';
import { registerByCall } from './register-by-call.ts';

const pipelineByCalls = 'config/pipeline.ts';

/** Something to stand in the site's pipeline. */
export interface Piped {
  /** A class, or a service where it cannot be made without arguments. */
  readonly name: string;
  readonly isService: boolean;
  /** Where the class comes from. */
  readonly module: string;
  readonly key: string;
  /** Empty: everything. */
  readonly path: string;
  readonly priority: string;
  /** Variant A: error middleware. */
  readonly error?: boolean;
  /** In the programmatic form: the method that is called, and the call that it stands in front of. */
  readonly call: { readonly method: 'pipe' | 'pipeErrorHandler'; readonly before?: string };
}

/** Registers something in the pipeline: in the configuration, or by a call. */
export function pipe(site: Site, change: Change, piped: Piped, feature: string): void {
  if (site.form === 'programmatic') pipeByCall(change, piped);
  else pipeByConfiguration(site, change, piped, feature);
}

function pipeByConfiguration(
  site: Site,
  change: Change,
  { name, isService, module, key, path, priority, error }: Piped,
  feature: string,
): void {
  const value: CodeMap = {
    middleware: isService ? name : new Reference(name),
    ...(path !== '' && { path }),
    ...(error === true && { error }),
    priority: Number(priority),
  };
  configure(
    site,
    change,
    configFile(site, 'pipeline', feature),
    {
      path: ['middleware_pipeline'],
      key,
      value,
      within: 'map',
      isSame: (existing) => isSameEntry(existing, name, path),
    },
    isService ? [] : [{ name, from: module }],
  );
}

function isSameEntry(existing: unknown, name: string, path: string): boolean {
  if (typeof existing !== 'object' || existing === null) return false;
  const { middleware, path: otherPath = '' } = existing as Record<string, unknown>;
  const code =
    typeof middleware === 'string' ? middleware : (middleware as { code?: string } | undefined)?.code;
  return code === name && otherPath === path;
}

function pipeByCall(change: Change, { name, isService, module, path, call }: Piped): void {
  const print = (style: TextStyle): string => {
    const prefix = path === '' ? '' : `${quoted(path, style)}, `;
    return `.${call.method}(${prefix}${isService ? quoted(name, style) : name})`;
  };
  registerByCall(change, pipelineByCalls, { name, isService, module, print, before: call.before });
}
