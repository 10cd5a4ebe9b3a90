import { UsageError } from '#command-line/errors';
import type { Import } from '../../edit/imports.ts';
import { readIn } from '../../project/files.ts';
import type { Project } from '../../project/project.ts';
import { type Exported, exportsOf } from '../engine/exports.ts';
import { type Field, validateFields } from './fields.ts';
import type { LibraryName } from './libraries.ts';

/** The reason why fields are invalid, which may have schemas of `src/` as types; undefined when they are valid. */
export function validateFieldsOf(project: Project, text: string): string | undefined {
  const names = /:\s*[A-Z]/.test(text) ? schemasIn(project).map(({ name }) => name) : [];
  return validateFields(text, new Set(names));
}

/**
 * The imports of the schemas that are types of fields.
 *
 * @throws UsageError when several modules export one of them, or the library can't create sample values for tests
 */
export function schemaImports(project: Project, library: LibraryName, fields: readonly Field[]): Import[] {
  const names = new Set(namesIn(fields));
  const [example] = names;
  if (example === undefined) return [];
  if (library === 'valibot') {
    throw new UsageError(
      `${example} is a schema, which can be the type of a field with zod and arktype only: name its fields instead.`,
    );
  }
  const all = schemasIn(project);
  return Array.from(names, (name) => {
    const [first, second] = all.filter((schema) => schema.name === name);
    if (second !== undefined) {
      throw new UsageError(
        `Both ${first?.file} and ${second.file} export ${name}: rename one of them first.`,
      );
    }
    return { name, from: first?.module ?? '' };
  });
}

function namesIn(fields: readonly Field[]): string[] {
  return fields.flatMap(({ type }) => {
    if (typeof type === 'string') return [];
    if ('schema' in type) return [type.schema];
    return 'fields' in type ? namesIn(type.fields) : [];
  });
}

/** The constants that may be schemas: those that begin with a capital letter. */
function schemasIn(project: Project): Exported[] {
  return exportsOf(project, { read: (path) => readIn(project.root, path) }).filter(
    ({ name, kind }) => kind === 'constant' && /^[A-Z]/.test(name),
  );
}
