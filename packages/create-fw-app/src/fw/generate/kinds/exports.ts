import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Site } from '../../site.ts';
import type { Change } from '../engine/change.ts';

/** Something that a module of a site's `src/` exports by a name. */
export interface Exported {
  readonly name: string;
  readonly kind: 'class' | 'constant' | 'function';
  /** As in `src/action/ping.ts`. */
  readonly file: string;
  /** What it is imported from, as in `#app/action/ping`. */
  readonly module: string;
  /** A class that says by its static `inject` what it is made with, so that it need not be registered; or one of `inject()`. */
  readonly isInjected: boolean;
}

/** What the modules of a site's `src/` export by name. */
export function exportsOf(site: Site, change: Pick<Change, 'read'>): Exported[] {
  const folder = join(site.root, 'src');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => /(?<!\.d|\.test)\.ts$/.test(path))
    .toSorted()
    .flatMap((path) => {
      const file = `src/${path}`;
      const module = `${site.alias}/${path.slice(0, -'.ts'.length)}`;
      return exportsIn(change.read(file) ?? '').map((exported) => ({ ...exported, file, module }));
    });
}

const EXPORT_TYPES = { class: 'class', function: 'function', const: 'constant' } as const;

// By the text of the lines, because to parse each file of a site would take seconds.
function exportsIn(text: string): Pick<Exported, 'name' | 'kind' | 'isInjected'>[] {
  const lines =
    /^export (?:abstract |async )?(class|function|const)\b\*?\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)(.*)$/gmu;
  return [...text.matchAll(lines)].map(({ 1: keyword, 2: name = '', 3: rest = '', index }) => {
    const kind = EXPORT_TYPES[keyword as keyof typeof EXPORT_TYPES];
    const own = text.slice(index, text.indexOf('\nexport ', index + 1) >>> 0);
    const isInjected =
      kind === 'class' ? /^\s+static (?:readonly )?inject\b/m.test(own) : /=\s*inject\(/.test(rest);
    return { name, kind, isInjected };
  });
}
