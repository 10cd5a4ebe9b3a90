import type { Answers, Flag } from '../../command-line/flag.ts';
import type { Change } from '../generate/change.ts';
import type { Generator } from '../generate/generator.ts';
import { camelCase } from '../generate/names.ts';
import { render } from '../generate/render.ts';
import type { Site } from '../site.ts';
import { middlewareSpec, type Packages, requirePackages } from './packages.ts';
import { pipeInOrder } from './piped.ts';
import { addProvider } from './providers-file.ts';

/** A middleware of fw-middleware that can be added to a site. */
export interface MiddlewareAddition {
  /** The name of its entry, as in `secure-headers`; its templates are in the folder `add/<kind>`. */
  readonly kind: string;
  readonly summary: string;
  /** What it needs besides fw-middleware. */
  readonly packages?: Packages;
  /** It needs something of Node that Workers lack, as in "files". */
  readonly needs?: string;
  readonly questions?: readonly Flag<Site>[];
  /** It is a service, and no middleware. */
  readonly isService?: boolean;
  /** Makes files besides its configuration and its test. */
  more?(site: Site, answers: Answers, change: Change, values: object): Promise<void> | void;
}

/** Adds the provider of a middleware, a configuration file with its options, and a test. */
export function middlewareAddition({
  kind,
  summary,
  packages = {},
  needs,
  questions = [],
  isService = false,
  more,
}: MiddlewareAddition): Generator {
  const id = `fw-middleware/${kind}`;
  return {
    kind,
    summary,
    questions,
    examples: [kind],
    ...(needs !== undefined && { refusal: nodeOnly(kind, needs) }),

    async plan(site, answers, change) {
      const { path = '' } = answers;
      requirePackages(change, { 'fw-middleware': middlewareSpec(site, change, process.env), ...packages });
      addProvider(change, { name: `${camelCase(kind)}Provider`, from: id });
      const values = valuesFor(site, kind, answers);
      await createOnce(change, `config/autoload/${kind}.global.ts`, `add/${kind}/global.ts`, values);
      await createOnce(change, `test/${kind}.test.ts`, `add/${kind}/test.ts`, values);
      await more?.(site, answers, change, values);
      if (isService) return { services: [id] };
      if (site.form === 'programmatic') pipeInOrder(change, kind, path);
      return { services: [id], pipeline: [id] };
    },
  };
}

/** Refuses sites for Workers, which lack something. */
export function nodeOnly(kind: string, needs: string): NonNullable<Generator['refusal']> {
  return ({ target }) =>
    target === 'workers'
      ? `"${kind}" needs ${needs}, and this site runs on Cloudflare Workers, which have none`
      : undefined;
}

/** What the templates of additions are given. */
export function valuesFor(site: Site, kind: string, answers: Answers): object {
  return {
    a: site.variant === 'a',
    b: site.variant === 'b',
    programmatic: site.form === 'programmatic',
    workers: site.target === 'workers',
    runtime: site.runtime,
    alias: site.alias,
    kind,
    key: kind.replaceAll('-', '_'),
    path: '',
    ...answers,
  };
}

/** Makes a file of a template, unless there is one already, which is the site's own. */
export async function createOnce(
  change: Change,
  path: string,
  template: string,
  values: object,
): Promise<void> {
  if (change.read(path) === undefined) change.create(path, await render(template, values));
}
