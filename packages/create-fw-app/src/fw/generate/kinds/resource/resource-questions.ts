import type { Answers, Flag } from '../../../../command-line/flag.ts';
import { messageOf } from '../../../../errors.ts';
import type { Site } from '../../../site.ts';
import { readAsked } from '../../routes/asked-routes.ts';
import { featureQuestion } from '../../engine/common-questions.ts';
import { EXAMPLE_FIELDS, schemaQuestion } from '../contract/contract-questions.ts';
import { fieldsIn, validateFields } from '../contract/fields.ts';
import { listOf } from '../../engine/generator.ts';
import { validateClassName } from '../../engine/names.ts';
import { kebabCase, pascalCase } from '../../engine/names.ts';
import { groupQuestion, guardQuestion } from '../../routes/route-questions.ts';
import { namesOf, pluralOf } from './resource-names.ts';

export const RESOURCE_QUESTIONS: readonly Flag<Site>[] = [
  {
    name: 'name',
    positional: true,
    placeholder: '<name>',
    message: 'What one of them is called, as in post',
    help: 'what one of them is called, as in post',
    validate: (answer) => validateClassName(pascalCase(answer)),
  },
  {
    name: 'fields',
    placeholder: '<fields>',
    message: `Its fields, as in ${EXAMPLE_FIELDS}`,
    help: `what clients say of one, as in '${EXAMPLE_FIELDS}'; it has an id besides`,
    separator: ',',
    validate: refuseFields,
  },
  schemaQuestion('fields'),
  {
    name: 'path',
    placeholder: '<path>',
    message: 'Path of all of them',
    help: 'the path of all of them, as in /posts; its last word names the routes and the service',
    initial: ({ name = '' }) => `/${pluralOf(kebabCase(pascalCase(name)))}`,
    validate: refusePath,
  },
  {
    name: 'service',
    placeholder: '<Name>',
    message: 'Service that keeps them',
    help: 'the service that keeps them, as in Posts; made of the path when absent',
    initial: (answers) => namesOf(answers).Service,
    validate: refuseService,
  },
  guardQuestion,
  groupQuestion,
  featureQuestion,
];

function refuseFields(answer: string): string | undefined {
  if (listOf(answer).length === 0) return `Fields are needed, as in ${EXAMPLE_FIELDS}.`;
  const hasId = fieldsIn(answer).some(({ name }) => name === 'id');
  return (
    validateFields(answer) ??
    (hasId ? 'Each has an id, a UUID, without its being named: leave it out.' : undefined)
  );
}

async function refusePath(answer: string, { group = '' }: Answers, site: Site): Promise<string | undefined> {
  if (!/^\/[^[\]]*[^/[\]]$/.test(answer)) {
    return `"${answer}" is not the path of a resource: start with "/", end without one, as in /posts.`;
  }
  try {
    await readAsked(site, { path: `${answer}/{id}`, methods: ['GET'] }, group, {});
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function refuseService(answer: string, answers: Answers): string | undefined {
  const { One } = namesOf(answers);
  const taken = [One, `${One}Fields`, 'ById', 'Page', 'ParentIds'].includes(answer);
  return (
    validateClassName(answer) ??
    (taken ? `"${answer}" is what one of them is called: choose another.` : undefined)
  );
}
