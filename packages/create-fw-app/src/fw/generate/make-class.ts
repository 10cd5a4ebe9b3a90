import { dirname } from 'node:path';

import type { Answers } from '../../command-line/flag.ts';
import type { Site } from '../site.ts';
import type { Change } from './change.ts';
import {
  type ClassFiles,
  classFiles,
  type Injected,
  injectedServices,
  registerClass,
} from './class-files.ts';
import { listOf } from './generator.ts';
import { headerCase, kebabCase, sentenceCase } from './names.ts';
import { render } from './render.ts';

/** What a generator says of the class that it makes. */
export interface ClassTemplate {
  /** The template of its source, as in `route/handler.ts`; that of its test is the `test.ts` beside it. */
  readonly source: string;
  /** The folder of `src/` that it goes to where no feature is given. */
  readonly folder: string;
  /** What its source imports from the framework, types as `type Name`. */
  readonly imports: readonly string[];
  /** Values for its templates, besides those that all templates are given. */
  readonly values?: object;
  /** It is registered by a factory, whether it is given services or not. */
  readonly hasFactory?: boolean;
}

export interface MadeClass extends ClassFiles {
  /** It is named as a service, because it cannot be made without arguments. */
  readonly isService: boolean;
  /** The ids of its own service, and of those that it is given. */
  readonly services: readonly string[];
}

/** Makes a class and its test, and registers it with the container. */
export async function makeClass(
  site: Site,
  change: Change,
  answers: Answers,
  { source, folder, imports, values, hasFactory = false }: ClassTemplate,
): Promise<MadeClass> {
  const { class: className = '', feature = '' } = answers;
  const files = classFiles(site, className, folder, feature);
  const injected = injectedServices(site, change, listOf(answers['services']));
  const all = { ...sharedValues(site, files, imports, injected), ...values };
  change.create(files.source, await render(source, all));
  change.create(files.test, await render(`${dirname(source)}/test.ts`, all));
  const isService = hasFactory || injected.length > 0;
  registerClass(site, change, files, isService, feature);
  return { ...files, isService, services: [className, ...injected.map(({ id }) => id)] };
}

/** The values that the templates of all classes are given. */
function sharedValues(
  site: Site,
  { className, module, up }: ClassFiles,
  imports: readonly string[],
  injected: readonly Injected[],
): object {
  const names = new Map([[site.runtime as string, new Set(imports)]]);
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
    file: kebabCase(className),
    title: sentenceCase(className),
    header: `X-${headerCase(className)}`,
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
