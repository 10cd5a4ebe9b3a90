import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answers, Flag } from '#command-line/flag';
import { dependenciesIn } from '../../edit/manifest-edit.ts';
import type { Project } from '../../project/project.ts';
import { validateFieldsOf } from './existing-schemas.ts';
import { LIBRARIES, type LibraryName, LIBRARY_NAMES } from './libraries.ts';
import type { SchemaLibrary } from './schema-library.ts';

/** An example of fields. */
export const EXAMPLE_FIELDS = 'title:string, draft:boolean?';

/** @param of the other question; without its answer, no schema is generated */
export const schemaQuestion = (of: string): Flag<Project> => ({
  name: 'schema',
  placeholder: '<library>',
  message: 'Schema library to install',
  help: 'the schema library, installed if missing; by default the one in package.json, otherwise zod',
  initial: (_, project) => libraryOf(project) ?? 'zod',
  choices: LIBRARY_NAMES,
  // Decided later, because with --schema it may be another library than the project's.
  when: async (answers, project) => (answers[of] ?? '') !== '' && libraryOf(project) === undefined,
});

export const contractQuestion: Flag<Project> = {
  name: 'contract',
  placeholder: '<fields>',
  message: `Contract, as in ${EXAMPLE_FIELDS}`,
  help: `the input fields, as in '${EXAMPLE_FIELDS}'; from the query for GET, HEAD and DELETE, otherwise from the body`,
  initial: () => '',
  separator: ',',
  validate: (answer, _, project) => validateFieldsOf(project, answer),
};

/** The library from the answers, otherwise the project's. */
export function libraryNameFor(project: Project, { schema }: Answers): LibraryName {
  return (schema as LibraryName | undefined) ?? libraryOf(project) ?? 'zod';
}

export function libraryFor(project: Project, answers: Answers): SchemaLibrary {
  return LIBRARIES[libraryNameFor(project, answers)];
}

/** The first schema library in package.json. */
function libraryOf({ root }: Project): LibraryName | undefined {
  const packages = dependenciesIn(readFileSync(join(root, 'package.json'), 'utf8'));
  return (Object.keys(LIBRARIES) as LibraryName[]).find((name) => packages.has(name));
}
