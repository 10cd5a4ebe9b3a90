import { CreateError } from '../../errors.ts';
import { addCall } from '../edit/calls.ts';
import { printCode, quoted, Reference } from '../edit/code.ts';
import type { Code, CodeMap } from '../edit/code.ts';
import { addImport } from '../edit/imports.ts';
import type { TextStyle } from '../edit/text-style.ts';
import { samplePaths } from '../inspect/samples.ts';
import type { PlaceholderReport, SegmentReport } from '../inspect/report.ts';
import type { Site } from '../site.ts';
import type { Change } from './change.ts';
import { classFiles, injectedServices, registerClass } from './class-files.ts';
import type { ClassFiles } from './class-files.ts';
import { classQuestion, featureQuestion, servicesQuestion } from './common-questions.ts';
import { configFile, configure } from './config-files.ts';
import { listOf } from './generator.ts';
import type { Answers, Expectation, Generator } from './generator.ts';
import { kebabCase, pascalCase, sentenceCase } from './names.ts';
import { render } from './render.ts';
import { readRoutePath } from './route-pattern.ts';
import type { RoutePath } from './route-pattern.ts';
import { sourceValues } from './source-values.ts';

const verbs: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
};
const shortcuts = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const routesByCalls = 'config/routes.ts';

export const route: Generator = {
  kind: 'route',
  summary: 'a route, its handler and a test',
  questions: [
    {
      flag: 'path',
      placeholder: '<path>',
      message: 'Path, as in /post/{id}',
      help: String.raw`the path, as in /post/{id} or /page[/{n:\d+}]`,
      fault: (path) => {
        const read = readRoutePath(path);
        return typeof read === 'string' ? read : undefined;
      },
    },
    {
      flag: 'method',
      placeholder: '<methods>',
      message: 'Methods, with commas between; "any" for every one',
      help: 'GET, or several with commas between or by repeating the flag; any for every one',
      initial: () => 'GET',
      separator: ',',
      fault: (answer) => {
        const methods = listOf(answer);
        const wrong = methods.find((method) => !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(method));
        if (wrong !== undefined) return `"${wrong}" is not an HTTP method, as in GET or POST.`;
        if (methods.length === 0) return 'At least one method is needed, as in GET; any for every one.';
        if (methods.length > 1 && methods.some((method) => method.toLowerCase() === 'any')) {
          return '"any" is every method already: give it alone.';
        }
        return undefined;
      },
    },
    {
      ...classQuestion,
      message: 'Class of the handler',
      help: 'the class of the handler, as in ShowPost; made of path and method when absent',
      initial: (answers) => defaultClass(answers),
    },
    {
      flag: 'name',
      placeholder: '<name>',
      message: 'Name of the route, for links to it',
      help: 'the name of the route, for generateUri; the class in small letters when absent',
      initial: ({ class: name = '' }) => kebabCase(name),
      fault: (answer) =>
        /^\S+$/.test(answer) ? undefined : 'A name is needed, without spaces, as in show-post.',
    },
    servicesQuestion,
    {
      flag: 'token',
      placeholder: '<name=regex>',
      message: String.raw`Restrictions of placeholders, as in id=\d+ (none: leave empty)`,
      help: String.raw`restricts a placeholder, as in id=\d+; repeat the flag for more`,
      initial: () => '',
      separator: '\n',
      fault: tokenFault,
      unasked: true,
    },
    featureQuestion,
  ],
  examples: [
    'route --path /about',
    String.raw`route --path '/post/{id:\d+}' --class ShowPost --name post`,
    'route --path /post --method POST --class CreatePost --services config --feature blog',
  ],

  async plan(site, answers, change) {
    const { class: className = '', feature = '', name = '' } = answers;
    const path = answers['path'] ?? '';
    const methods = methodsOf(answers);
    const read = readRoutePath(path) as RoutePath;
    const tokens = tokensOf(answers);
    const sample = samplePath(path, read, tokens);
    const files = classFiles(site, className, 'action', feature);
    const injected = injectedServices(site, change, listOf(answers['services']));
    const values = {
      ...sourceValues(site, files, runtimeNames(read), injected),
      title: sentenceCase(className),
      shown: `${methods?.join(', ') ?? 'Any method'} ${path}`,
      requestType: requestType(read),
      hasParams: read.placeholders.length > 0,
      sample: sample.path,
      params: printCode(sample.params, testStyle, '  '),
      methods: (methods ?? ['GET']).map((method) => ({
        method,
        hasBody: method !== 'HEAD',
        init: method === 'GET' ? '' : `, { method: '${method}' }`,
      })),
    };
    change.create(files.source, await render('route/handler.ts', values));
    change.create(files.test, await render('route/test.ts', values));
    registerClass(site, change, files, injected.length > 0, feature);
    const isService = injected.length > 0;
    if (site.form === 'programmatic')
      addRouteCall(site, change, files, { path, methods, name, tokens, isService });
    else addRouteEntry(site, change, files, { path, methods, name, tokens, isService }, feature);
    return {
      routes: (methods ?? ['GET']).map((method) => ({ name, method, path: sample.path })),
      services: [className, ...injected.map(({ id }) => id)],
    } satisfies Expectation;
  },
};

interface Registered {
  readonly path: string;
  readonly methods: readonly string[] | undefined;
  readonly name: string;
  readonly tokens: Readonly<Record<string, string>>;
  /** Whether it is named as a service, because it cannot be made without arguments. */
  readonly isService: boolean;
}

function addRouteEntry(
  site: Site,
  change: Change,
  { className, module }: ClassFiles,
  { path, methods, name, tokens, isService }: Registered,
  feature: string,
): void {
  const file = configFile(site, 'routes', feature);
  const middleware = isService ? className : new Reference(className);
  const value: CodeMap = {
    name,
    path,
    middleware,
    ...(methods !== undefined && { allowed_methods: methods }),
    ...(Object.keys(tokens).length > 0 && { options: { tokens } }),
  };
  configure(
    site,
    change,
    file,
    {
      path: ['routes'],
      key: name,
      value,
      within: 'list',
      isSame: (existing) => isSameRoute(existing, path, methods, className, name),
    },
    isService ? [] : [{ name: className, from: module }],
  );
}

function isSameRoute(
  existing: unknown,
  path: string,
  methods: readonly string[] | undefined,
  className: string,
  name: string,
): boolean {
  if (typeof existing !== 'object' || existing === null) return false;
  const {
    path: otherPath,
    middleware,
    allowed_methods: others,
    name: otherName,
  } = existing as Record<string, unknown>;
  const code =
    typeof middleware === 'string' ? middleware : (middleware as { code?: string } | undefined)?.code;
  return (
    otherPath === path &&
    code === className &&
    (otherName === undefined || otherName === name) &&
    JSON.stringify(others) === JSON.stringify(methods)
  );
}

function addRouteCall(
  _site: Site,
  change: Change,
  { className, module }: ClassFiles,
  { path, methods, name, tokens, isService }: Registered,
): void {
  const print = (style: TextStyle): string => {
    const middleware = isService ? quoted(className, style) : className;
    const [only] = methods ?? [];
    const options =
      Object.keys(tokens).length === 0 ? '' : `.setOptions(${printCode({ tokens }, style, '')})`;
    const shared = `${quoted(path, style)}, ${middleware}`;
    const named = quoted(name, style);
    if (methods === undefined) return `.any(${shared}, ${named})${options}`;
    if (methods.length === 1 && only !== undefined && shortcuts.has(only)) {
      return `.${only.toLowerCase()}(${shared}, ${named})${options}`;
    }
    return `.route(${shared}, ${printCode(methods, style, '')}, ${named})${options}`;
  };
  change.edit(
    routesByCalls,
    '',
    (text) => {
      const edited = addCall(text, routesByCalls, { print });
      if (edited === text || isService) return edited;
      return addImport(edited, routesByCalls, { name: className, from: module });
    },
    `import { ${className} } from '${module}';\napp${print(testStyle)};`,
  );
}

const testStyle: TextStyle = { eol: '\n', indent: '  ', quote: "'", semicolon: ';', json: false };

function runtimeNames({ placeholders }: RoutePath): string[] {
  return placeholders.length > 0
    ? ['type HttpResponse', 'JsonResponse', 'type ServerRequest']
    : ['type HttpResponse', 'type ServerRequest', 'TextResponse'];
}

function requestType({ placeholders }: RoutePath): string {
  if (placeholders.length === 0) return 'ServerRequest';
  const fields = placeholders.map(({ name, optional }) => `${name}${optional ? '?' : ''}: string`);
  return `ServerRequest<{ ${fields.join('; ')} }>`;
}

function defaultClass(answers: Answers): string {
  const read = readRoutePath(answers['path'] ?? '');
  if (typeof read === 'string') return '';
  const [method = 'GET'] = listOf(answers['method']);
  const verb = verbs[method.toUpperCase()];
  const isOne = read.placeholders.some(({ optional }) => !optional);
  const words = [...(verb === undefined ? (isOne ? ['show'] : []) : [verb]), ...read.words];
  return pascalCase(words.length === 0 ? 'home' : words.join(' ')).replace(/^\d/, 'Route$&');
}

function methodsOf(answers: Answers): string[] | undefined {
  const methods = [...new Set(listOf(answers['method']).map((method) => method.toUpperCase()))];
  return methods.length === 1 && methods[0] === 'ANY' ? undefined : methods;
}

function tokenFault(answer: string, answers: Answers): string | undefined {
  const read = readRoutePath(answers['path'] ?? '');
  for (const line of listOf(answer, '\n')) {
    const [, name, source] = /^([A-Za-z_]\w*)=([\s\S]+)$/.exec(line) ?? [];
    if (name === undefined || source === undefined) {
      return String.raw`"${line}" is not a restriction: write it as in id=\d+.`;
    }
    if (typeof read !== 'string' && !read.placeholders.some((placeholder) => placeholder.name === name)) {
      return `The path has no placeholder {${name}}, which --token restricts.`;
    }
    try {
      void new RegExp(source);
    } catch (error) {
      return `"${source}" is no regular expression: ${error instanceof Error ? error.message : String(error)}.`;
    }
  }
  return undefined;
}

function tokensOf(answers: Answers): Record<string, string> {
  const pairs = listOf(answers['token'], '\n').map((line): [string, string] => {
    const index = line.indexOf('=');
    return [line.slice(0, index), line.slice(index + 1)];
  });
  return Object.fromEntries(pairs);
}

/** A path that the route answers, for its test. */
function samplePath(
  path: string,
  { placeholders }: RoutePath,
  tokens: Readonly<Record<string, string>>,
): { path: string; params: Record<string, Code> } {
  // The parts of the path as segments of one form, the longest: optional parts included.
  const parts: (string | PlaceholderReport)[] = [];
  let rest = path;
  for (const { name, restriction, rest: isRest } of placeholders) {
    const written = restriction === undefined ? `{${name}}` : `{${name}:${restriction}}`;
    const index = rest.indexOf(written);
    parts.push(rest.slice(0, index).replaceAll(/[[\]]/g, ''));
    const restrictions = [restriction, tokens[name]].filter((source) => source !== undefined);
    parts.push({ name, restrictions, rest: isRest });
    rest = rest.slice(index + written.length);
  }
  parts.push(rest.replaceAll(/[[\]]/g, ''));
  const form: SegmentReport[] = [parts];
  const params: Record<string, Code> = {};
  for (const part of parts) {
    if (typeof part === 'string') continue;
    const [value] = samplePaths([[part]], 1);
    if (value === undefined) {
      throw new CreateError(
        `No value is known that {${part.name}} accepts, which the test needs: register this route by hand, or restrict it less.`,
      );
    }
    params[part.name] = value.slice(1);
  }
  const [sample = path] = samplePaths(form, 1);
  return { path: sample.slice(1), params };
}
