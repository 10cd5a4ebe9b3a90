import type { PlaceholderDescription } from 'fw-runtime';

import { CommandError } from '../../errors.ts';
import { printCode, printKey, quoted } from '../edit/code.ts';
import type { TextStyle } from '../edit/text-style.ts';
import { classQuestion, featureQuestion, servicesQuestion } from './common-questions.ts';
import type { Generator } from './generator.ts';
import { makeClass } from './make-class.ts';
import { kebabCase } from './names.ts';
import {
  defaultClass,
  validateMethods,
  methodsOf,
  validatePath,
  validateTokens,
  tokensOf,
} from './route-answers.ts';
import { readRoutePath } from './route-pattern.ts';
import { registerRoute } from './route-registration.ts';

export const route: Generator = {
  kind: 'route',
  summary: 'a route, its handler and a test',
  questions: [
    {
      name: 'path',
      placeholder: '<path>',
      message: 'Path, as in /post/{id}',
      help: String.raw`the path, as in /post/{id} or /page[/{n:\d+}]`,
      validate: (path, _, site) => validatePath(path, site),
    },
    {
      name: 'method',
      placeholder: '<methods>',
      message: 'Methods, with commas between; "any" for every one',
      help: 'GET, or several with commas between or by repeating the flag; any for every one',
      initial: () => 'GET',
      separator: ',',
      validate: validateMethods,
    },
    {
      ...classQuestion,
      message: 'Class of the handler',
      help: 'the class of the handler, as in ShowPost; made of path and method when absent',
      initial: defaultClass,
    },
    {
      name: 'name',
      placeholder: '<name>',
      message: 'Name of the route, for links to it',
      help: 'the name of the route, for generateUri; the class in small letters when absent',
      initial: ({ class: name = '' }) => kebabCase(name),
      validate: (answer) =>
        /^\S+$/.test(answer) ? undefined : 'A name is needed, without spaces, as in show-post.',
    },
    servicesQuestion,
    {
      name: 'token',
      placeholder: '<name=regex>',
      help: String.raw`restricts a placeholder, as in id=\d+; repeat the flag for more`,
      initial: () => '',
      separator: '\n',
      validate: validateTokens,
    },
    featureQuestion,
  ],
  examples: [
    'route --path /about',
    String.raw`route --path '/post/{id:\d+}' --class ShowPost --name post`,
    'route --path /post --method POST --class CreatePost --services config --feature blog',
  ],

  async plan(site, answers, change) {
    const { feature = '', name = '', path = '' } = answers;
    const methods = methodsOf(answers);
    const tokens = tokensOf(answers);
    const { placeholders, sample } = await readRoutePath(site, path, tokens);
    if (sample === undefined) {
      throw new CommandError(
        'No values are known that its placeholders accept, which the test needs: register this route by hand, or restrict it less.',
      );
    }
    const hasParams = placeholders.length > 0;
    const made = await makeClass(site, change, answers, {
      source: 'route/handler.ts',
      folder: 'action',
      imports: ['type HttpResponse', 'type ServerRequest', hasParams ? 'JsonResponse' : 'TextResponse'],
      values: {
        // The templates put it into a comment.
        shown: `${methods?.join(', ') ?? 'Any method'} ${path.replaceAll('*/', String.raw`*\/`)}`,
        requestType: requestType(placeholders),
        hasParams,
        // The templates put the quotes around it.
        sample: quoted(sample.path, testStyle).slice(1, -1),
        params: printCode(sample.params, testStyle, '  '),
        methods: (methods ?? ['GET']).map((method) => ({
          method,
          hasBody: method !== 'HEAD',
          init: method === 'GET' ? '' : `, { method: '${method}' }`,
        })),
      },
    });
    registerRoute(site, change, made, { path, methods, name, tokens }, feature);
    return {
      routes: (methods ?? ['GET']).map((method) => ({ name, method, path: sample.path })),
      services: made.services,
    };
  },
};

const testStyle: TextStyle = { eol: '\n', indent: '  ', quote: "'", semicolon: ';', json: false };

function requestType(placeholders: readonly PlaceholderDescription[]): string {
  if (placeholders.length === 0) return 'ServerRequest';
  const fields = placeholders.map(
    ({ name, optional }) => `${printKey(name, testStyle)}${optional ? '?' : ''}: string`,
  );
  return `ServerRequest<{ ${fields.join('; ')} }>`;
}
