import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Project } from '../../project/project.ts';
import type { Change } from './change.ts';

/** A named export of a module in a project's `src/`. */
export interface Exported {
  readonly name: string;
  readonly kind: 'class' | 'constant' | 'function';
  /** As in `src/action/ping.ts`. */
  readonly file: string;
  /** The module name of its import, as in `#app/action/ping`. */
  readonly module: string;
  /** Whether it is a class with a static `inject`, which need not be registered. */
  readonly isInjected: boolean;
}

/** The named exports of the modules in a project's `src/`. */
export function exportsOf(project: Project, change: Pick<Change, 'read'>): Exported[] {
  const folder = join(project.root, 'src');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => /(?<!\.d|\.test)\.ts$/.test(path))
    .toSorted()
    .flatMap((path) => {
      const file = `src/${path}`;
      const module = `${project.alias}/${path.slice(0, -'.ts'.length)}`;
      return exportsIn(change.read(file) ?? '').map((exported) => ({ ...exported, file, module }));
    });
}

const EXPORT_TYPES = { class: 'class', function: 'function', const: 'constant' } as const;

// Reads lines of text, because parsing every file of a project would take seconds.
function exportsIn(text: string): Pick<Exported, 'name' | 'kind' | 'isInjected'>[] {
  const lines =
    /^export (?:abstract |async )?(class|function|const)\b\*?\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)/gmu;
  return [...text.matchAll(lines)].map(({ 1: keyword, 2: name = '', index }) => {
    const kind = EXPORT_TYPES[keyword as keyof typeof EXPORT_TYPES];
    const own = text.slice(index, text.indexOf('\nexport ', index + 1) >>> 0);
    const isInjected = kind === 'class' && /^\s+static (?:readonly )?inject\b/m.test(own);
    return { name, kind, isInjected };
  });
}
