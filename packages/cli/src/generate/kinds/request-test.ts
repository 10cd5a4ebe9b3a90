import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, UsageError } from '#command-line/errors';
import type { Project } from '../../project/project.ts';
import type { Change } from '../engine/change.ts';
import type { Generator } from '../engine/generator.ts';
import { kebabCase, validateFileName } from '../engine/names.ts';
import { render } from '../engine/render.ts';
import { entryRoute } from './entry-route.ts';
import { headersIn, MASK, validateHeaders } from './header-lines.ts';
import { answersOf } from './recorded-request.ts';
import { inQuotes } from '../contract/print-object.ts';
import { requestCode, withoutSecrets } from './request-code.ts';

const METHODS_WITHOUT_BODY = new Set(['GET', 'HEAD']);

export const requestTest: Generator = {
  kind: 'test',
  summary: 'Generate a test that sends a request and checks the response',
  questions: [
    {
      name: 'method',
      placeholder: '<method>',
      message: 'Method',
      help: 'the method of the request, as in POST',
      initial: () => 'GET',
      validate: (answer) =>
        /^[!#$%&'*+.^_`|~\w-]+$/.test(answer) && !/^(?:connect|trace|track)$/i.test(answer)
          ? undefined
          : `"${answer}" is not the method of a request that a test can send: give one, as in POST.`,
    },
    {
      name: 'path',
      placeholder: '<path>',
      message: 'Path, as in /ping',
      help: 'the path and query of the request, as in /posts?page=2',
      validate: (answer) =>
        /^\/[^\s#]*$/.test(answer)
          ? undefined
          : `"${answer}" is not the path of a request: start with "/", as in /posts?page=2.`,
    },
    {
      name: 'header',
      placeholder: '<header>',
      help: "a header of the request, as in 'Accept: text/html'; repeatable",
      separator: '\n',
      validate: validateHeaders,
    },
    {
      name: 'body',
      placeholder: '<text>',
      help: 'the body of the request; a JSON object or array is sent as JSON',
    },
    {
      name: 'status',
      placeholder: '<status>',
      message: 'Expected status',
      help: 'the expected status',
      initial: () => '200',
      validate: (answer) =>
        /^[2-5]\d\d$/.test(answer) ? undefined : `"${answer}" is not a status: give 200 to 599.`,
    },
    {
      name: 'expect',
      placeholder: '<header>',
      help: "an expected response header, as in 'Location: /login'; repeatable",
      separator: '\n',
      validate: validateHeaders,
    },
    {
      name: 'name',
      placeholder: '<name>',
      help: 'the file name in test/; derived from method and path by default',
      validate: validateFileName,
    },
    {
      name: 'from-json',
      placeholder: '<file>',
      help: 'a recorded request as JSON, from this file or from standard input for "-"',
    },
  ],
  examples: [
    'test --path /ping',
    "test --method POST --path /post --body 'Hello' --expect 'Content-Type: text/plain; charset=utf-8'",
    'test --from-json request.json',
  ],

  async read({ 'from-json': file, ...given }, cwd, stdin) {
    return file === undefined ? given : { ...(await answersOf(file, cwd, stdin)), ...given };
  },

  async plan(project, answers, change) {
    const { method = '', path = '', body = '', status = '', name } = answers;
    const sent = { method: method.toUpperCase(), path, headers: headersIn(answers['header']), body };
    if (body !== '' && METHODS_WITHOUT_BODY.has(sent.method)) {
      throw new UsageError(`${sent.method} has no body: leave --body out, or give another --method.`);
    }
    rejectFile(project, sent.method, path);
    const { headers, notes, isIncomplete } = withoutSecrets(sent);
    const added =
      project.layout === 'hybrid' ? await entryRoute(project, change, sent.method, path) : undefined;
    const expected = headersIn(answers['expect']).filter(([, value]) => !value.includes(MASK));
    const text = await render('test/test.ts', {
      imports: added?.imports ?? [],
      added: added?.call ?? '',
      notes,
      skip: isIncomplete ? '.skip' : '',
      title: inQuotes(`${sent.method} ${path} responds with ${status}`),
      request: requestCode({ ...sent, headers }),
      status,
      expected: expected.map(([key, value]) => ({
        name: inQuotes(key.toLowerCase()),
        value: inQuotes(value),
      })),
      isStream: expected.some(([, value]) => value.startsWith('text/event-stream')),
    });
    change.create(name === undefined ? freeFile(change, sent, text) : `test/${name}.test.ts`, text);
    return {};
  },
};

/** The server sends files of public/ before the application handles requests. */
function rejectFile({ root }: Project, method: string, path: string): void {
  const [pathname = ''] = path.split('?');
  if (!METHODS_WITHOUT_BODY.has(method) || pathname.endsWith('/')) return;
  const file = `public${pathname}`;
  if (!existsSync(join(root, file)) || !statSync(join(root, file)).isFile() || file.endsWith('.ts')) return;
  throw new CommandError(
    `${file} is sent by the server itself, without app.request(): only responses of the pipeline can be tested this way.`,
  );
}

/** A file named after a request, with a number if the name is taken. */
function freeFile(
  change: Change,
  { method, path }: { readonly method: string; readonly path: string },
  text: string,
): string {
  const [pathname = ''] = path.split('?');
  const words = pathname === '/' ? 'root' : pathname.slice(0, 80);
  const name = kebabCase(`${method} ${words}`);
  for (let count = 1; ; count++) {
    const file = `test/${name}${count === 1 ? '' : `-${count}`}.test.ts`;
    const existing = change.read(file);
    if (existing === undefined || existing.replaceAll('\r\n', '\n') === text) return file;
  }
}
