import { type Answers, type Flag } from '../../../../command-line/src/flag.ts';
import { readIn } from '../../site/files.ts';
import type { Site } from '../../site/site.ts';
import {
  type RequestedRoute,
  requestedRoutes,
  asksForOne,
  defaultClass,
  readRequested,
  splitMethods,
} from './requested-routes.ts';
import { classQuestion, featureQuestion, servicesQuestion } from '../engine/common-questions.ts';
import { contractQuestion, schemaQuestion } from '../contract/contract-questions.ts';
import { listOf } from '../engine/generator.ts';
import { defaultKey, resourceFor } from './resource-route.ts';
import { RESPONSE_TYPES, defaultAnswer } from './handler-answers.ts';
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

export const guardQuestion: Flag<Site> = {
  name: 'guard',
  placeholder: '<names>',
  help: 'middleware before the handler, as in SignedIn,Audit: what src/ exports, or ids of services',
  initial: () => '',
  separator: ',',
};

export const groupQuestion: Flag<Site> = {
  name: 'group',
  placeholder: '<prefix>',
  help: 'the group of routes to add it to, as in /api; the path is what follows this prefix',
  initial: () => '',
  validate: (answer, _, site) => validateGroup(answer, site),
};

export const ROUTE_QUESTIONS: readonly Flag<Site>[] = [
  {
    name: 'path',
    placeholder: '<path>',
    message: 'Path, as in /post/{id}',
    help: String.raw`the path, as in /post/{id} or 'POST /page[/{n:\d+}]'; repeat the flag for several routes`,
    separator: '\n',
    validate: validatePaths,
  },
  {
    name: 'method',
    placeholder: '<methods>',
    message: 'Methods, with commas between; "any" for every one',
    help: 'GET, or several with commas between or by repeating the flag; any for every one',
    initial: () => 'GET',
    separator: ',',
    validate: validateMethods,
    when: ({ path = '/' }) => listOf(path, '\n').some((line) => splitMethods(line).own === undefined),
  },
  {
    name: 'class',
    placeholder: '<Name>',
    help: 'write a class of this name as the handler, instead of a function',
    initial: () => '',
    validate: (answer, answers, site) =>
      answer === ''
        ? undefined
        : (validateForOne(answers) ?? classQuestion.validate?.(answer, answers, site)),
    when: asksForOne,
  },
  {
    name: 'name',
    placeholder: '<name>',
    message: 'Name of the route, for links to it',
    help: 'the name of the route, for links to it; created from path and method when absent',
    initial: async (answers, site) => {
      const { class: given = '', group = '' } = answers;
      if (given !== '') return kebabCase(given);
      const asked = oneOf(answers);
      const resource = resourceFor(site, { read: (file) => readIn(site.root, file) }, asked);
      if (resource === undefined) return kebabCase(await defaultClass(site, asked, group));
      return `${resource.name}.${await defaultKey(site, resource, asked, tokensOf(answers))}`;
    },
    validate: (answer, answers) =>
      validateForOne(answers) ??
      (/^\S+$/.test(answer) ? undefined : 'A name is needed, without spaces, as in show-post.'),
    when: asksForOne,
  },
  {
    ...contractQuestion,
    validate: (answer, answers, site) =>
      answer === '' ? undefined : validateContract(answer, answers, site),
    when: asksForOne,
  },
  schemaQuestion('contract'),
  {
    name: 'answer',
    placeholder: '<kind>',
    message: 'What it answers',
    help: 'what the handler answers; when absent, what suits path and method',
    initial: async (answers, site) =>
      defaultAnswer(
        await readRequested(site, oneOf(answers), answers['group'] ?? '', {}),
        (answers['contract'] ?? '') !== '',
      ),
    choices: RESPONSE_TYPES,
    when: asksForOne,
  },
  servicesQuestion,
  guardQuestion,
  groupQuestion,
  {
    name: 'token',
    placeholder: '<name=regex>',
    help: String.raw`restricts a placeholder, as in id=\d+; repeat the flag for more`,
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
