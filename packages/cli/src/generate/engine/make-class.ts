import { dirname } from 'node:path';
import type { Answers } from '#command-line/flag';
import { UsageError } from '#command-line/errors';
import type { Import } from '../../edit/imports.ts';
import type { Project } from '../../project/project.ts';
import type { Change } from './change.ts';
import { type ClassFiles, classFiles, rejectNamesake, testImports } from './class-files.ts';
import { listOf } from './generator.ts';
import { injectedServices, printInjection } from './injection.ts';
import { kebabCase, sentenceCase } from './names.ts';
import { render } from './render.ts';

/** The description of a generated class. */
export interface ClassTemplate {
  /** The exported name of its source; the class when absent. */
  readonly exported?: string;
  /** The template of its source, as in `route/handler.ts`; the template of its test is the `test.ts` beside it. */
  readonly source: string;
  /** The folder in `src/` when no feature is given. */
  readonly folder: string;
  /** The imports of its source from the framework, types as `type Name`. */
  readonly imports: readonly string[];
  /** The other imports of its source. */
  readonly uses?: readonly Import[];
  /** The other names that its source declares. */
  readonly declares?: readonly string[];
  /** Values for its templates, besides the shared ones. */
  readonly values?: object;
}

export interface CreatedClass extends ClassFiles {
  /** The ids of its injected services. */
  readonly services: readonly string[];
}

/**
 * Generates a class and its test.
 *
 * @throws CommandError when another service has its name
 * @throws UsageError when a name would have two meanings in its source
 */
export async function makeClass(
  project: Project,
  change: Change,
  answers: Answers,
  { source, folder, imports, uses = [], declares = [], values, exported }: ClassTemplate,
): Promise<CreatedClass> {
  const { class: className = '', feature = '' } = answers;
  const files = classFiles(project, className, folder, feature);
  const name = exported ?? className;
  rejectNamesake(project, change, { ...files, className: name });
  const injected = injectedServices(project, change, listOf(answers['services']));
  // A function infers the types of its services.
  const typed = injected.flatMap(({ imported }) => imported ?? []);
  const others = [...uses, ...typed.filter(({ isType }) => exported === undefined || isType !== true)];
  rejectTwice(files.source, [name, ...declares], others);
  const all = {
    ...sharedValues(project, files, feature, imports, others),
    exported: name,
    injection: printInjection(injected),
    services: injected.map(({ code, field, type, isKnown }) => ({
      code,
      field: isKnown ? field : `${field}: ${type}`,
    })),
    ...values,
  };
  change.create(files.source, await render(source, all));
  change.create(files.test, await render(`${dirname(source)}/test.ts`, all));
  return { ...files, services: injected.flatMap(({ id }) => id ?? []) };
}

function rejectTwice(source: string, own: readonly string[], imports: readonly Import[]): void {
  const twice = imports.find(
    ({ name, from }) =>
      own.includes(name) || imports.some((other) => other.name === name && other.from !== from),
  );
  if (twice === undefined) return;
  throw new UsageError(`${twice.name} would name two things in ${source}: rename one of them.`);
}

/** The values for the templates of all classes. */
function sharedValues(
  project: Project,
  { className, module }: ClassFiles,
  feature: string,
  imports: readonly string[],
  others: readonly Import[],
): object {
  const names = new Map([[project.runtime as string, new Set(imports)]]);
  for (const { name, from, isType } of others) {
    names.set(from, (names.get(from) ?? new Set()).add(isType === true ? `type ${name}` : name));
  }
  return {
    a: project.variant === 'a',
    b: project.variant === 'b',
    programmatic: project.layout === 'programmatic',
    className,
    file: kebabCase(className),
    title: sentenceCase(className),
    module,
    runtime: project.runtime,
    ...testImports(feature),
    imports: [...names]
      .filter(([, set]) => set.size > 0)
      .map(([from, set]) => ({ from, clause: importClause([...set].toSorted(byName)) })),
  };
}

/** @param names types as `type Name`, a whole module as `* as name` */
function importClause(names: readonly string[]): string {
  const [only = ''] = names;
  if (only.startsWith('* as ')) return only;
  const areTypes = names.every((name) => name.startsWith('type '));
  const list = `{ ${names.join(', ')} }`;
  return areTypes ? `type ${list.replaceAll('type ', '')}` : list;
}

function byName(one: string, other: string): number {
  return one.replace('type ', '').toLowerCase() < other.replace('type ', '').toLowerCase() ? -1 : 1;
}
