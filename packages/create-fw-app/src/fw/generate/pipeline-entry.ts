import { type CodeMap, quoted, Reference } from '../edit/code.ts';
import type { TextStyle } from '../edit/text-style.ts';
import type { Answers } from '../../command-line/flag.ts';
import type { Site } from '../site.ts';
import type { Change } from './change.ts';
import { codeOf, configFile, configure } from './config-files.ts';
import type { MadeClass } from './make-class.ts';
import { registerByCall } from './register-by-call.ts';

const pipelineByCalls = 'config/pipeline.ts';

/** In the programmatic form: the method that is called, and the call that it stands in front of. */
export interface PipeCall {
  readonly method: 'pipe' | 'pipeErrorHandler';
  readonly before?: string;
}

/** Registers a class in the pipeline: in the configuration, or by a call. */
export function pipe(site: Site, change: Change, made: MadeClass, answers: Answers, call: PipeCall): void {
  const { className: name, isService, module } = made;
  const { key = '', path = '', priority, feature = '' } = answers;
  if (site.form === 'programmatic') {
    const print = (style: TextStyle): string => {
      const prefix = path === '' ? '' : `${quoted(path, style)}, `;
      return `.${call.method}(${prefix}${isService ? quoted(name, style) : name})`;
    };
    registerByCall(change, pipelineByCalls, { name, isService, module, print, before: call.before });
    return;
  }
  const value: CodeMap = {
    middleware: isService ? name : new Reference(name),
    ...(path !== '' && { path }),
    ...(call.method === 'pipeErrorHandler' && { error: true }),
    priority: Number(priority),
  };
  const isSame = (existing: unknown): boolean => isSameEntry(existing, name, path);
  const entry = { path: ['middleware_pipeline'], key, value, within: 'map', isSame } as const;
  const imports = isService ? [] : [{ name, from: module }];
  configure(site, change, configFile(site, 'pipeline', feature), entry, imports);
}

function isSameEntry(existing: unknown, name: string, path: string): boolean {
  if (typeof existing !== 'object' || existing === null) return false;
  const other = existing as Record<string, unknown>;
  return codeOf(other['middleware']) === name && (other['path'] ?? '') === path;
}
