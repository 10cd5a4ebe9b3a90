import { messageOf } from '../../errors.ts';
import { listOf } from './generator.ts';
import type { Answers } from './generator.ts';
import { pascalCase } from './names.ts';
import { readRoutePath } from './route-pattern.ts';

const verbs: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
};

/** Made of path and method: `Show` in front where the path stands for one thing, else the method's verb. */
export function defaultClass(answers: Answers): string {
  const read = readRoutePath(answers['path'] ?? '');
  if (typeof read === 'string') return '';
  const [method = 'GET'] = listOf(answers['method']);
  const verb = verbs[method.toUpperCase()];
  const isOne = read.placeholders.some(({ optional }) => !optional);
  const words = [...(verb === undefined ? (isOne ? ['show'] : []) : [verb]), ...read.words];
  return pascalCase(words.length === 0 ? 'home' : words.join(' ')).replace(/^\d/, 'Route$&');
}

/** Upper-case; undefined for any. */
export function methodsOf(answers: Answers): string[] | undefined {
  const methods = [...new Set(listOf(answers['method']).map((method) => method.toUpperCase()))];
  return methods.length === 1 && methods[0] === 'ANY' ? undefined : methods;
}

/** Why restrictions of placeholders cannot be. */
export function tokenFault(answer: string, answers: Answers): string | undefined {
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
      return `"${source}" is no regular expression: ${messageOf(error)}.`;
    }
  }
  return undefined;
}

/** Regular expressions by placeholder. */
export function tokensOf(answers: Answers): Record<string, string> {
  const pairs = listOf(answers['token'], '\n').map((line): [string, string] => {
    const index = line.indexOf('=');
    return [line.slice(0, index), line.slice(index + 1)];
  });
  return Object.fromEntries(pairs);
}
