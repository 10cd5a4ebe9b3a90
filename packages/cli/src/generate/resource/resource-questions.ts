import type { Answers, Flag } from '#command-line/flag';
import type { Project } from '../../project/project.ts';
import { readRequested, reasonWhyInvalid } from '../engine/requested-routes.ts';
import type { GeneratedProject } from '../engine/generator.ts';
import { featureQuestion } from '../engine/common-questions.ts';
import { EXAMPLE_FIELDS, schemaQuestion } from '../contract/contract-questions.ts';
import { validateFieldsOf } from '../contract/existing-schemas.ts';
import { fieldsIn } from '../contract/fields.ts';
import { validateClassName } from '../engine/names.ts';
import { kebabCase, pascalCase } from '../engine/names.ts';
import { groupQuestion, guardQuestion } from '../route/route-questions.ts';
import { namesOf, pluralOf } from './resource-names.ts';

export const RESOURCE_QUESTIONS: readonly Flag<GeneratedProject>[] = [
  {
    name: 'name',
    positional: true,
    placeholder: '<name>',
    message: 'Singular name, as in post',
    help: 'the singular name, as in post',
    validate: (answer) => validateClassName(pascalCase(answer)),
  },
  {
    name: 'fields',
    placeholder: '<fields>',
    message: `Fields, as in ${EXAMPLE_FIELDS}`,
    help: `the fields that clients send, as in '${EXAMPLE_FIELDS}'; the id is added`,
    separator: ',',
    validate: rejectFields,
  },
  schemaQuestion('fields'),
  {
    name: 'path',
    placeholder: '<path>',
    message: 'Path of the resource',
    help: 'the path of the resource, as in /posts; the last word names the routes and the service',
    initial: ({ name = '' }) => `/${pluralOf(kebabCase(pascalCase(name)))}`,
    validate: rejectPath,
  },
  {
    name: 'service',
    placeholder: '<Name>',
    message: 'Service that stores the data',
    help: 'the service that stores the data, as in Posts; derived from the path by default',
    initial: (answers) => namesOf(answers).Service,
    validate: rejectService,
  },
  guardQuestion,
  groupQuestion,
  featureQuestion,
];

function rejectFields(answer: string, _: Answers, project: Project): string | undefined {
  if (answer.trim() === '') return `Fields are needed, as in ${EXAMPLE_FIELDS}.`;
  const hasId = fieldsIn(answer).some(({ name }) => name === 'id');
  return (
    validateFieldsOf(project, answer) ??
    (hasId ? 'The field "id" is added automatically, a UUID: leave it out.' : undefined)
  );
}

async function rejectPath(
  answer: string,
  { group = '' }: Answers,
  project: GeneratedProject,
): Promise<string | undefined> {
  if (!/^\/[^[\]]*[^/[\]]$/.test(answer)) {
    return `"${answer}" is not the path of a resource: start with "/", end without one, as in /posts.`;
  }
  const route = { path: `${answer}/{id}`, methods: ['GET'] };
  return reasonWhyInvalid(async () => {
    await readRequested(project, route, group, {});
    return undefined;
  });
}

function rejectService(answer: string, answers: Answers): string | undefined {
  const { One } = namesOf(answers);
  const taken = [One, `${One}Fields`, 'ById', 'Page', 'ParentIds'].includes(answer);
  return (
    validateClassName(answer) ?? (taken ? `"${answer}" is the singular name: choose another.` : undefined)
  );
}
