import { UsageError } from './errors.ts';

/** The two shapes of a middleware that a site can be written in. */
export type Variant = 'a' | 'b';

/** Where a site says its routes and its pipeline. */
export type Form = 'config' | 'hybrid' | 'programmatic';

/** What finds the route of a request. */
export type Router = 'tree' | 'find-my-way' | 'rou3';

/** What installs the packages of a site. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** A question with a few answers, each a value of one flag. */
export interface Choice<Value extends string> {
  /** As typed, without the dashes. */
  readonly flag: string;
  /** What the question is called. */
  readonly title: string;
  readonly fallback: Value;
  /** Each value with one line that explains it. */
  readonly lines: Readonly<Record<Value, string>>;
}

export const variants: Choice<Variant> = {
  flag: 'variant',
  title: 'Variant',
  fallback: 'b',
  lines: {
    a: 'middleware (request, response, next), error middleware – if you know Express',
    b: 'middleware (request, delegate), thrown errors – if you know PSR-15, Koa or Hono',
  },
};

export const forms: Choice<Form> = {
  flag: 'form',
  title: 'Form',
  fallback: 'config',
  lines: {
    config: 'routes and pipeline stand in configuration files, which are merged',
    hybrid: 'the same, with more routes added by calls before the site runs',
    programmatic: 'routes and pipeline are made by calls, app.get(…) and app.pipe(…)',
  },
};

export const routers: Choice<Router> = {
  flag: 'router',
  title: 'Router',
  fallback: 'tree',
  lines: {
    tree: 'the default: every feature, nothing more to install',
    'find-my-way': 'the radix tree of Fastify',
    rou3: 'the radix tree of Nitro and h3',
  },
};

export const packageManagers: Choice<PackageManager> = {
  flag: 'package-manager',
  title: 'Package manager',
  fallback: 'npm',
  lines: {
    npm: 'comes with Node',
    pnpm: 'keeps each package once on this machine',
    yarn: 'with a node_modules folder, as the others',
    bun: 'the installer of Bun; the site itself runs on Node',
  },
};

/** The values of a choice, as in `['a', 'b']`. */
export function valuesOf<Value extends string>(choice: Choice<Value>): Value[] {
  return Object.keys(choice.lines) as Value[];
}

/** The values with their lines, the default first. */
export function explained<Value extends string>({
  lines,
  fallback,
}: Choice<Value>): readonly (readonly [Value, string])[] {
  const entries = Object.entries(lines) as [Value, string][];
  return entries.toSorted(([one], [other]) => Number(other === fallback) - Number(one === fallback));
}

/** The value that `text` names, in either case; `undefined` when it names none. */
export function findValue<Value extends string>(choice: Choice<Value>, text: string): Value | undefined {
  return valuesOf(choice).find((value) => value === text.toLowerCase());
}

/**
 * The value that `text` names, in either case.
 *
 * @throws {UsageError} when it names none
 */
export function parseValue<Value extends string>(choice: Choice<Value>, text: string): Value {
  const value = findValue(choice, text);
  if (value !== undefined) return value;
  throw new UsageError(`Unknown ${choice.title.toLowerCase()} "${text}": choose ${alternatives(choice)}.`);
}

/** The values in a sentence, each behind `prefix`: `config, hybrid or programmatic`. */
export function alternatives(choice: Choice<string>, prefix: string = ''): string {
  const shown = valuesOf(choice).map((value) => prefix + value);
  return `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}
