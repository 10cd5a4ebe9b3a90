import type { Site } from '../site.ts';
import type { ClassFiles, Injected } from './class-files.ts';

/** Names to import from one module, types marked as such. */
interface ImportLine {
  readonly from: string;
  readonly names: string;
}

/** What the templates of classes have in common. */
export interface SourceValues {
  readonly a: boolean;
  readonly b: boolean;
  readonly programmatic: boolean;
  readonly className: string;
  readonly module: string;
  readonly runtime: string;
  readonly up: string;
  readonly imports: readonly ImportLine[];
  readonly injected: readonly Injected[];
  readonly parameters: string;
  readonly args: string;
}

/**
 * @param runtimeNames what the source imports from the framework, types as `type Name`
 */
export function sourceValues(
  site: Site,
  { className, module, up }: ClassFiles,
  runtimeNames: readonly string[],
  injected: readonly Injected[] = [],
): SourceValues {
  const names = new Map<string, Set<string>>([[site.runtime, new Set(runtimeNames)]]);
  if (injected.length > 0) names.get(site.runtime)?.add('type ContainerInterface');
  for (const { imported, typed } of injected) {
    if (imported === undefined) continue;
    const from = names.get(imported.from) ?? new Set();
    names.set(imported.from, from.add(typed ? `type ${imported.name}` : imported.name));
  }
  return {
    a: site.variant === 'a',
    b: site.variant === 'b',
    programmatic: site.form === 'programmatic',
    className,
    module,
    runtime: site.runtime,
    up,
    imports: [...names]
      .filter(([, set]) => set.size > 0)
      .map(([from, set]) => ({ from, names: [...set].toSorted(byName).join(', ') })),
    injected,
    parameters: injected.map(({ field, type }) => `${field}: ${type}`).join(', '),
    args: injected
      .map(({ argument, type, typed }) => `container.get${typed ? `<${type}>` : ''}(${argument})`)
      .join(', '),
  };
}

function byName(one: string, other: string): number {
  return one.replace('type ', '').toLowerCase() < other.replace('type ', '').toLowerCase() ? -1 : 1;
}
