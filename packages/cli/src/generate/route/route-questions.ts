import { type Answers, type Flag } from '#command-line/flag';
import { readIn } from '../../project/files.ts';
import type { Project } from '../../project/project.ts';
import {
  type RequestedRoute,
  requestedRoutes,
  isSingle,
  defaultClass,
  readRequested,
  splitMethods,
} from '../engine/requested-routes.ts';
import { classQuestion, featureQuestion, servicesQuestion } from '../engine/common-questions.ts';
import { contractQuestion, schemaQuestion } from '../contract/contract-questions.ts';
import { type GeneratedProject, listOf } from '../engine/generator.ts';
import { defaultKey, resourceFor } from './resource-route.ts';
import { RESPONSE_TYPES, defaultResponse } from './handler-responses.ts';
import { kebabCase } from '../engine/names.ts';
import {
  validateContract,
  validateForOne,
  validateGroup,
  validateMethods,
  validatePaths,
  tokensOf,
  validateTokens,
} from './route-answers.ts';

export const guardQuestion: Flag<Project> = {
  name: 'guard',
  placeholder: '<names>',
  help: 'middleware before the handler, as in SignedIn,Audit: exports of src/ or service ids',
  initial: () => '',
  separator: ',',
};

export const groupQuestion: Flag<GeneratedProject> = {
  name: 'group',
  placeholder: '<prefix>',
  help: 'the prefix of the route group to add to, as in /api; the path follows this prefix',
  initial: () => '',
  validate: (answer, _, project) => validateGroup(answer, project),
};

export const ROUTE_QUESTIONS: readonly Flag<GeneratedProject>[] = [
  {
    name: 'path',
    placeholder: '<path>',
    message: 'Path, as in /post/{id}',
    help: String.raw`the path, as in /post/{id} or 'POST /page[/{n:\d+}]'; repeatable`,
    separator: '\n',
    validate: validatePaths,
  },
  {
    name: 'method',
    placeholder: '<methods>',
    message: 'Methods, separated by commas; "any" for all',
    help: 'GET, or several separated by commas; repeatable; "any" for all methods',
    initial: () => 'GET',
    separator: ',',
    validate: validateMethods,
    when: ({ path = '/' }) => listOf(path, '\n').some((line) => splitMethods(line).own === undefined),
  },
  {
    name: 'class',
    placeholder: '<Name>',
    help: 'generate a handler class with this name instead of a function',
    initial: () => '',
    validate: (answer, answers, project) =>
      answer === ''
        ? undefined
        : (validateForOne(answers) ?? classQuestion.validate?.(answer, answers, project)),
    when: isSingle,
  },
  {
    name: 'name',
    placeholder: '<name>',
    message: 'Name of the route, for generating URLs',
    help: 'the name of the route, for generating URLs; derived from path and method by default',
    initial: async (answers, project) => {
      const { class: given = '', group = '' } = answers;
      if (given !== '') return kebabCase(given);
      const requested = oneOf(answers);
      const resource = resourceFor(project, { read: (file) => readIn(project.root, file) }, requested);
      if (resource === undefined) return kebabCase(await defaultClass(project, requested, group));
      return `${resource.name}.${await defaultKey(project, resource, requested, tokensOf(answers))}`;
    },
    validate: (answer, answers) =>
      validateForOne(answers) ??
      (/^\S+$/.test(answer) ? undefined : 'A name is needed, without spaces, as in show-post.'),
    when: isSingle,
  },
  {
    ...contractQuestion,
    validate: (answer, answers, project) =>
      answer === '' ? undefined : validateContract(answer, answers, project),
    when: isSingle,
  },
  schemaQuestion('contract'),
  {
    name: 'answer',
    placeholder: '<kind>',
    message: 'Response',
    help: 'the response of the handler; by default chosen from path and method',
    initial: async (answers, project) =>
      defaultResponse(
        await readRequested(project, oneOf(answers), answers['group'] ?? '', {}),
        (answers['contract'] ?? '') !== '',
      ),
    choices: RESPONSE_TYPES,
    when: isSingle,
  },
  servicesQuestion,
  guardQuestion,
  groupQuestion,
  {
    name: 'token',
    placeholder: '<name=regex>',
    help: String.raw`constrain a parameter, as in id=\d+; repeatable`,
    initial: () => '',
    separator: '\n',
    validate: validateTokens,
  },
  featureQuestion,
];

/** The first of the routes, for questions about a single route. */
function oneOf(answers: Answers): RequestedRoute {
  return requestedRoutes(answers)[0] ?? { path: '/', methods: ['GET'] };
}
