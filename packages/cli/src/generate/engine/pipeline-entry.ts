import { type CodeMap, quoted, Reference } from '../../edit/code.ts';
import type { TextStyle } from '../../edit/text-style.ts';
import type { Answers } from '#command-line/flag';
import type { Site } from '../../project/site.ts';
import type { Change } from './change.ts';
import { registerService } from './class-files.ts';
import { codeOf, configFile, configure } from './config-files.ts';
import { registerByCall } from './register-by-call.ts';

const PIPELINE_BY_CALLS = 'config/pipeline.ts';

/** For the programmatic layout: the method that is called, and the call before which it is inserted. */
export interface PipeCall {
  readonly method: 'pipe' | 'pipeErrorHandler';
  readonly before?: string;
}

/** The entry in the pipeline: a class, or a service by its name. */
export interface Piped {
  readonly className: string;
  /** The module of the class; undefined for a service. */
  readonly module?: string;
}

/** Registers middleware in the pipeline: in the configuration, or by a call. */
export function pipe(site: Site, change: Change, piped: Piped, answers: Answers, call: PipeCall): void {
  const { className: name, module } = piped;
  const { key = '', path = '', priority, feature = '' } = answers;
  const imported = module === undefined ? undefined : { name, from: module };
  if (site.layout === 'programmatic') {
    const print = (style: TextStyle): string => {
      const prefix = path === '' ? '' : `${quoted(path, style)}, `;
      return `.${call.method}(${prefix}${imported === undefined ? quoted(name, style) : name})`;
    };
    registerByCall(change, PIPELINE_BY_CALLS, {
      imports: imported === undefined ? [] : [imported],
      print,
      before: call.before,
    });
    return;
  }
  const value: CodeMap = {
    middleware: imported === undefined ? name : new Reference(name),
    ...(path !== '' && { path }),
    ...(call.method === 'pipeErrorHandler' && { error: true }),
    priority: Number(priority),
  };
  const isSame = (existing: unknown): boolean => isSameEntry(existing, name, path);
  const entry = { path: ['middleware_pipeline'], key, value, within: 'map', isSame } as const;
  const file = configFile(site, 'pipeline', feature);
  // JSON can only name services.
  if (module !== undefined && file.endsWith('.json')) {
    registerService(site, change, { className: name, module }, 'invokables', feature);
  }
  configure(site, change, file, entry, imported === undefined ? [] : [imported]);
}

function isSameEntry(existing: unknown, name: string, path: string): boolean {
  if (typeof existing !== 'object' || existing === null) return false;
  const other = existing as Record<string, unknown>;
  return codeOf(other['middleware']) === name && (other['path'] ?? '') === path;
}
