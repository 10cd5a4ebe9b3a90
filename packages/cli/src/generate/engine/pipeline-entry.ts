import type { Answers } from '#command-line/flag';
import { type CodeMap, quoted, Reference } from '../../edit/code.ts';
import { styleOf, type TextStyle } from '../../edit/text-style.ts';
import type { Project } from '../../project/project.ts';
import type { Change } from './change.ts';
import { registerService } from './class-files.ts';
import { codeOf, configFile, configure } from './config-files.ts';
import { addCall, type Call } from '../../edit/calls.ts';
import type { Import } from '../../edit/imports.ts';

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
export function pipe(project: Project, change: Change, piped: Piped, answers: Answers, call: PipeCall): void {
  const { className: name, module } = piped;
  const { key = '', path = '', priority, feature = '' } = answers;
  const imported = module === undefined ? undefined : { name, from: module };
  if (project.layout === 'programmatic') {
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
  const file = configFile(project, 'pipeline', feature);
  // JSON can only name services.
  if (module !== undefined && file.endsWith('.json')) {
    registerService(project, change, { className: name, module }, 'invokables', feature);
  }
  configure(project, change, file, entry, imported === undefined ? [] : [imported]);
}

function isSameEntry(existing: unknown, name: string, path: string): boolean {
  if (typeof existing !== 'object' || existing === null) return false;
  const other = existing as Record<string, unknown>;
  return codeOf(other['middleware']) === name && (other['path'] ?? '') === path;
}

/** A call and its imports. */
export interface ByCall extends Call {
  readonly imports: readonly Import[];
}

/**
 * Adds a call to the function that sets the application up.
 *
 * @param file the path of the function's file, relative to the project
 */
export function registerByCall(change: Change, file: string, { imports, ...call }: ByCall): void {
  const lines = imports.map(({ name, from }) => `import { ${name} } from '${from}';\n`).join('');
  const snippet = `${lines}app${call.print(styleOf('', file))};`;
  change.edit(file, '', (text) => addCall(text, file, call), snippet, imports);
}
