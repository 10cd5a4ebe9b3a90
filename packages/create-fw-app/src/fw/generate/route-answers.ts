import type { Answers } from '../../command-line/flag.ts';
import { messageOf } from '../../errors.ts';
import type { Site } from '../site.ts';
import { listOf } from './generator.ts';
import { pascalCase } from './names.ts';
import { readRoutePath, wordsOf } from './route-pattern.ts';

const verbs: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
};

/** Why the framework refuses a path; undefined when it does not. */
export async function validatePath(path: string, site: Site): Promise<string | undefined> {
  try {
    await readRoutePath(site, path);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** A class name made of method and path, such as `CreatePost` for POST /post and `ShowPost` for GET /post/{id}. */
export async function defaultClass(answers: Answers, site: Site): Promise<string> {
  const { path = '' } = answers;
  const { placeholders } = await readRoutePath(site, path);
  const [method = 'GET'] = listOf(answers['method']);
  const isOne = placeholders.some(({ optional }) => !optional);
  const verb = verbs[method.toUpperCase()] ?? (isOne ? 'show' : '');
  const name = [verb, ...wordsOf(path, placeholders)].join(' ').trim();
  return pascalCase(name === '' ? 'home' : name).replace(/^\d/, 'Route$&');
}

/** The methods in upper case; undefined for any method. */
export function methodsOf(answers: Answers): string[] | undefined {
  const methods = [...new Set(listOf(answers['method']).map((method) => method.toUpperCase()))];
  return methods.length === 1 && methods[0] === 'ANY' ? undefined : methods;
}

/** Why methods are refused; undefined when they are not. */
export function validateMethods(answer: string): string | undefined {
  const methods = listOf(answer);
  const wrong = methods.find((method) => !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(method));
  if (wrong !== undefined) return `"${wrong}" is not an HTTP method, as in GET or POST.`;
  if (methods.length === 0) return 'At least one method is needed, as in GET; any for every one.';
  if (methods.length > 1 && methods.some((method) => method.toLowerCase() === 'any')) {
    return '"any" is every method already: give it alone.';
  }
  return undefined;
}

/** Why restrictions of placeholders are refused; undefined when they are not. */
export async function validateTokens(
  answer: string,
  answers: Answers,
  site: Site,
): Promise<string | undefined> {
  const wrong = listOf(answer, '\n').find((line) => !/^[A-Za-z_][\w-]*=./s.test(line));
  if (wrong !== undefined) return String.raw`"${wrong}" is not a restriction: write it as in id=\d+.`;
  const { path } = answers;
  if (path === undefined) return undefined;
  const tokens = tokensOf({ token: answer });
  try {
    const { placeholders } = await readRoutePath(site, path, tokens);
    const unknown = Object.keys(tokens).find((name) => !placeholders.some((known) => known.name === name));
    return unknown === undefined
      ? undefined
      : `The path has no placeholder {${unknown}} for --token to restrict: name one that it has.`;
  } catch (error) {
    return messageOf(error);
  }
}

/** Regular expressions by placeholder. */
export function tokensOf(answers: Answers): Record<string, string> {
  const pairs = listOf(answers['token'], '\n').map((line): [string, string] => {
    const index = line.indexOf('=');
    return [line.slice(0, index), line.slice(index + 1)];
  });
  return Object.fromEntries(pairs);
}
