import type { Answers } from '#command-line/flag';
import type { Project } from '../../project/project.ts';
import { RESERVED_WORDS } from '../../edit/code.ts';
import { camelCase, kebabCase, pascalCase } from '../engine/names.ts';

/** The names of a resource's parts; for `post`: */
export interface ResourceNames {
  /** `post`; several words are separated by spaces. */
  readonly one: string;
  /** `posts` */
  readonly many: string;
  /** `Post` */
  readonly One: string;
  /** `Posts` */
  readonly Service: string;
  /** The name of the resource, with which the names of its routes begin: `posts`. */
  readonly name: string;
  /** The constant with its routes: `posts`. */
  readonly routes: string;
}

/** The regular English plural of a name. */
export function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** @param answers for name, path and service */
export function namesOf({ name = '', path, service }: Answers): ResourceNames {
  const One = pascalCase(name);
  const plural = pluralIn(path ?? '') ?? pluralOf(kebabCase(One));
  return {
    one: kebabCase(One).replaceAll('-', ' '),
    many: plural.replaceAll('-', ' '),
    One,
    Service: service ?? pascalCase(plural),
    name: plural,
    routes: constantFor(plural),
  };
}

/** The name of a constant, which isn't a reserved word. */
export function constantFor(name: string): string {
  const constant = camelCase(name);
  return RESERVED_WORDS.has(constant) ? `${constant}Routes` : constant;
}

/** The last fixed words of a path. */
function pluralIn(path: string): string | undefined {
  const last = path.split('/').findLast((segment) => /^[\w.-]+$/.test(segment));
  const word = kebabCase(last ?? '');
  return /^[a-z]/.test(word) ? word : undefined;
}

/** The files of a resource. */
export interface ResourceFiles {
  readonly schemas: string;
  readonly service: string;
  readonly routes: string;
  readonly test: string;
  /** The module name of a file in `src/`. */
  moduleOf(file: string): string;
}

export function filesOf(
  { alias }: Project,
  { One, Service, name }: ResourceNames,
  feature: string,
): ResourceFiles {
  const folder = `src/${feature === '' ? name : feature}`;
  const file = kebabCase(One);
  return {
    schemas: `${folder}/${file}.ts`,
    service: `${folder}/${kebabCase(Service)}.ts`,
    routes: `${folder}/${file}-routes.ts`,
    test: `test/${feature === '' ? '' : `${feature}/`}${name}.test.ts`,
    moduleOf: (path) => `${alias}/${path.slice('src/'.length, -'.ts'.length)}`,
  };
}
