import { RESERVED_WORDS } from '../../edit/code.ts';

/** Names that generated files use themselves, or that are global. */
const RESERVED_NAMES = new Set(
  (
    'Application ApplicationFactory AppFactory Array Boolean Config ContainerInterface Date Delegate EmptyResponse Error ' +
    'ErrorHandler FinalHandler Function HttpError HttpResponse Html HtmlResponse HtmlValue JSON JsonResponse Map Math Middleware ' +
    'MiddlewarePipe Next Number Object Problem Promise Proxy RedirectResponse RegExp Request Response Route RouteResult ' +
    'RouterInterface ServerRequest ServiceManager Set String Symbol TextResponse UrlHelper'
  ).split(' '),
);

/** The reason why `name` can't be a class name, or undefined when it can. */
export function validateClassName(name: string): string | undefined {
  if (RESERVED_WORDS.has(name.toLowerCase()) || RESERVED_WORDS.has(name)) {
    return `"${name}" is a reserved word: choose another class name, as in ${pascalCase(name)}Action.`;
  }
  if (/^\d/.test(name)) return `"${name}" starts with a digit: a class name starts with a letter.`;
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name)) {
    const better = pascalCase(name);
    const hint = /^[A-Z][A-Za-z0-9]*$/.test(better) ? `, as in ${better}` : '';
    return `"${name}" is not a class name: use letters and digits${hint}.`;
  }
  if (!/^[A-Z]/.test(name)) return `"${name}" starts with a small letter: write ${pascalCase(name)}.`;
  if (RESERVED_NAMES.has(name))
    return `"${name}" is a name of the language or the framework: choose another.`;
  return undefined;
}

/** The reason why `name` can't be the name of a feature or a configuration, or undefined when it can. */
export function validateFileName(name: string): string | undefined {
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return undefined;
  const better = kebabCase(name);
  const hint = /^[a-z]/.test(better) ? `, as in ${better}` : '';
  return `"${name}" cannot be used in a file name: use small letters, digits and "-", a letter first${hint}.`;
}

/** `ShowPost` → `show-post`. */
export function kebabCase(name: string): string {
  return wordsOf(name).join('-');
}

/** `show-post` → `ShowPost`. */
export function pascalCase(name: string): string {
  return wordsOf(name).map(capitalized).join('');
}

/** `ShowPost` → `showPost`. */
export function camelCase(name: string): string {
  const [first = '', ...rest] = wordsOf(name);
  return [first, ...rest.map(capitalized)].join('');
}

/** `ShowPost` → `Show post`. */
export function sentenceCase(name: string): string {
  return capitalized(wordsOf(name).join(' '));
}

function wordsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
