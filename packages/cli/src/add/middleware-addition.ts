import type { Answers, Flag } from '#command-line/flag';
import type { Change } from '../generate/engine/change.ts';
import type { Expectation, Generator } from '../generate/engine/generator.ts';
import { prefixQuestion } from '../generate/engine/common-questions.ts';
import { camelCase } from '../generate/engine/names.ts';
import { type Packages, requirePackages } from '../generate/engine/installation.ts';
import { render } from '../generate/engine/render.ts';
import type { Project } from '../project/project.ts';
import { packageSpec } from './package-spec.ts';
import { pipeInOrder, type Priorities } from './piped.ts';
import { addProvider } from './providers-file.ts';

/** A middleware of fw-middleware that can be added to a project. */
export interface MiddlewareAddition {
  /** The name of its entry, as in `secure-headers`; its templates are in the folder `add/<kind>`. */
  readonly kind: string;
  readonly summary: string;
  /** Its priority, as its provider sets it; absent for a service. */
  readonly priority?: number;
  /** Packages that it needs besides fw-middleware. */
  readonly packages?: Packages | ((answers: Answers) => Packages);
  /** A feature of Node that it needs and Workers lack, as in "files". */
  readonly needs?: string;
  readonly questions?: readonly Flag<Project>[];
  /** Whether tests have settings of their own, from the template `test-config.ts`. */
  readonly hasTestConfig?: boolean;
  /** The values for its templates, besides the answers. */
  values?(answers: Answers): object;
  /** Further additions, unless the project has them. */
  with?(answers: Answers): readonly MiddlewareAddition[];
  /** Makes further changes. */
  more?(change: Change, answers: Answers): void;
}

/** Adds the provider of a middleware, a configuration file with its options, and a test. */
export function middlewareAddition(addition: MiddlewareAddition, priorities: Priorities): Generator {
  const { kind, summary, needs, questions = [] } = addition;
  return {
    kind,
    summary,
    questions,
    examples: [kind],
    ...(needs !== undefined && { rejection: nodeOnly(kind, needs) }),
    plan: (project, answers, change) => plan(addition, priorities, project, answers, change),
  };
}

async function plan(
  addition: MiddlewareAddition,
  priorities: Priorities,
  project: Project,
  answers: Answers,
  change: Change,
): Promise<Expectation> {
  const { kind, priority, packages = {} } = addition;
  const id = `fw-middleware/${kind}`;
  const services: string[] = [];
  for (const other of addition.with?.(answers) ?? []) {
    services.push(...((await plan(other, priorities, project, {}, change)).services ?? []));
  }
  const spec = packageSpec('fw-middleware', project, change, process.env);
  const needed = typeof packages === 'function' ? packages(answers) : packages;
  requirePackages(change, { 'fw-middleware': spec, ...needed });
  addProvider(change, { name: `${camelCase(kind)}Provider`, from: id });
  const values = { ...valuesFor(project, kind, answers), ...addition.values?.(answers) };
  await createOnce(change, `config/autoload/${kind}.global.ts`, `add/${kind}/global.ts`, values);
  if (addition.hasTestConfig === true) {
    await createOnce(change, `config/autoload/${kind}.test.ts`, `add/${kind}/test-config.ts`, values);
  }
  await createOnce(change, `test/${kind}.test.ts`, `add/${kind}/test.ts`, values);
  addition.more?.(change, answers);
  const ids = [id, ...services];
  if (priority === undefined) return { services: ids };
  if (project.layout === 'programmatic') pipeInOrder(change, kind, answers['path'] ?? '', priorities);
  return { services: ids, pipeline: [id] };
}

/** The priorities of these middlewares. */
export function prioritiesOf(additions: readonly MiddlewareAddition[]): Priorities {
  return Object.fromEntries(
    additions.flatMap(({ kind, priority }) => (priority === undefined ? [] : [[kind, priority]])),
  );
}

/** Rejects projects for Workers, which lack a feature. */
export function nodeOnly(kind: string, needs: string): NonNullable<Generator['rejection']> {
  return ({ target }) =>
    target === 'workers'
      ? `"${kind}" needs ${needs}, and this project runs on Cloudflare Workers, which have none`
      : undefined;
}

/** The values for the templates of additions. */
export function valuesFor(project: Project, kind: string, answers: Answers): object {
  return {
    a: project.variant === 'a',
    b: project.variant === 'b',
    programmatic: project.layout === 'programmatic',
    workers: project.target === 'workers',
    runtime: project.runtime,
    alias: project.alias,
    kind,
    key: kind.replaceAll('-', '_'),
    path: '',
    ...answers,
  };
}

/** Creates a file from a template, unless the project already has it. */
export async function createOnce(
  change: Change,
  path: string,
  template: string,
  values: object,
): Promise<void> {
  if (change.read(path) === undefined) change.create(path, await render(template, values));
}

/** The path prefix under which a middleware is registered. */
export function pathQuestion(initial: string, what: string): Flag<Project> {
  return {
    ...prefixQuestion(() => initial),
    message: `Path prefix below which every URL ${what}`,
    help: `the path prefix below which every URL ${what}, as in ${initial}`,
  };
}
