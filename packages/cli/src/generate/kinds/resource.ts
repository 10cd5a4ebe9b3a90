import type { Answers } from '#command-line/flag';
import { UsageError } from '#command-line/errors';
import { printCode, printKey } from '../../edit/code.ts';
import type { Project } from '../../project/project.ts';
import {
  answersPath,
  readRequested,
  type ReadRoute,
  readRoutePath,
  wholePath,
} from '../engine/requested-routes.ts';
import type { Change } from '../engine/change.ts';
import { configureService, dependenciesFile, rejectNamesake, testImports } from '../engine/class-files.ts';
import { libraryFor, libraryNameFor } from '../contract/contract-questions.ts';
import { schemaImports } from '../contract/existing-schemas.ts';
import { type Field, fieldsIn } from '../contract/fields.ts';
import { storeResource } from '../resource/resource-table.ts';
import { hasDatabase } from '../resource/tables.ts';
import { GENERATED_STYLE, printMember, withinQuotes } from '../contract/print-object.ts';
import { requireLibrary } from '../contract/libraries.ts';
import { paramsOf } from '../route/route-contract.ts';
import { bodySamples } from '../contract/samples.ts';
import { type GeneratedProject, type Generator, listOf } from '../engine/generator.ts';
import { findGuards } from '../engine/guards.ts';
import { camelCase, kebabCase, sentenceCase } from '../engine/names.ts';
import { render } from '../engine/render.ts';
import { registerResource, wholeName } from '../route/route-registration.ts';
import { filesOf, namesOf, type ResourceFiles, type ResourceNames } from '../resource/resource-names.ts';
import { RESOURCE_QUESTIONS } from '../resource/resource-questions.ts';
import { RESOURCE_SCHEMAS } from '../resource/resource-schemas.ts';

export const resource: Generator = {
  kind: 'resource',
  summary: 'Generate a resource: five routes with contracts, a service or a table, and a test',
  questions: RESOURCE_QUESTIONS,
  installs: true,
  examples: [
    "resource post --fields 'title:string, draft:boolean?'",
    "resource person --path /people --fields 'name:string, address:{street:string, city:string}' --guard SignedIn",
    "resource comment --path '/posts/{post}/comments' --fields 'text:string, tags:string[]'",
  ],

  async plan(project, answers, change) {
    const { feature = '', group = '', path = '' } = answers;
    await rejectGroupWithPlaceholders(project, answers);
    const guards = findGuards(project, change, listOf(answers['guard']));
    const names = namesOf(answers);
    const files = filesOf(project, names, feature);
    const { Service, routes } = names;
    const collection = await readRequested(project, { path, methods: ['GET'] }, '', {});
    const sample = sampleOf(collection);
    const other = await otherSample(project, collection, path);
    const stored = hasDatabase(project)
      ? await storeResource(project, change, {
          name: names.name,
          fields: fieldsIn(answers['fields']),
          fieldsType: { name: `${names.One}Fields`, from: files.moduleOf(files.schemas) },
          path,
          placeholders: collection.placeholders,
          samples: [collection.sample?.params ?? {}, ...(other === undefined ? [] : [other.params])],
        })
      : undefined;
    const name = wholeName(project, change, { group, name: names.name, feature });
    const whole = wholePath(group, sample);
    const created = KEYS.map((key) => `${name}.${key}`);
    const values = {
      ...(await valuesOf(project, change, answers, names, files)),
      ...parentValues(project, answers, collection),
      sample: withinQuotes(sample),
      whole: withinQuotes(whole),
      other: withinQuotes(other?.path ?? ''),
      ...stored?.values,
      name,
      routeNames: printCode(created, GENERATED_STYLE, '    '),
    };
    for (const part of ['schemas', 'service', 'routes', 'test'] as const) {
      const template = part === 'service' && stored !== undefined ? 'repository' : part;
      change.create(files[part], await render(`resource/${template}.ts`, values));
    }

    const module = files.moduleOf(files.service);
    rejectNamesake(project, change, { className: Service, module }, '--service');
    configureService(project, change, dependenciesFile(project, feature), {
      map: ['invokables'],
      key: Service,
      name: stored === undefined ? `Memory${Service}` : Service,
      from: module,
    });
    registerResource(
      project,
      change,
      { name: routes, module: files.moduleOf(files.routes) },
      { group, guards },
      feature,
    );
    return {
      routes: KEYS.map((key) => ({
        name: `${name}.${key}`,
        method: METHODS[key],
        path: key === 'list' || key === 'create' ? whole : `${whole}/${SAMPLE_ID}`,
      })),
      services: [Service, ...guards.services],
      known: guards.known,
      ...(stored !== undefined && { notes: stored.notes }),
    };
  },
};

const METHODS = { list: 'GET', create: 'POST', show: 'GET', update: 'PUT', delete: 'DELETE' } as const;
const KEYS = Object.keys(METHODS) as (keyof typeof METHODS)[];

/** @throws UsageError because the types of a resource know the parameters of its own path only */
async function rejectGroupWithPlaceholders(
  project: GeneratedProject,
  { group = '', path = '' }: Answers,
): Promise<void> {
  if (group === '' || (await readRoutePath(project, { path: group })).placeholders.length === 0) return;
  throw new UsageError(
    `--group: ${group} has placeholders, which a resource needs in its own path: leave out --group, and pass --path ${wholePath(group, path)}, with --guard for the middleware of the group.`,
  );
}

/** Parents are in the index of a table. A row of an index has at most 2.7 kB in PostgreSQL. */
const PARENT_ID = /^[^\0]{1,200}$/;

const SAMPLE_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const OTHER_SAMPLE_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

function sampleOf({ sample }: Pick<ReadRoute, 'sample'>): string {
  if (sample !== undefined) return sample.path;
  throw new UsageError(
    '--path: No values are known that its placeholders accept, which the test needs: loosen their constraints.',
  );
}

/** The parent that scopes a nested resource, such as the post in /posts/{post}/comments. */
function parentValues(project: Project, answers: Answers, collection: ReadRoute): object {
  const { placeholders } = collection;
  if (placeholders.length === 0) return { nested: false };
  const parents = placeholders.map(({ name, optional }) => ({
    key: printKey(name, GENERATED_STYLE),
    name,
    optional,
  }));
  return {
    nested: true,
    parents,
    parentKey: parents.map(({ name }) => printMember('parent', name)).join(', '),
    parentIds: paramsOf(libraryFor(project, answers), collection, [PARENT_ID]),
    byId: RESOURCE_SCHEMAS[libraryNameFor(project, answers)].schema('ParentIds'),
  };
}

/**
 * The path of the same resource under another parent; undefined when no other values are known that its placeholders
 * accept.
 */
async function otherSample(
  project: GeneratedProject,
  { sample, placeholders }: ReadRoute,
  path: string,
): Promise<{ path: string; params: Readonly<Record<string, string>> } | undefined> {
  const segments = sample?.path.split('/') ?? [];
  for (const { name } of placeholders) {
    const value = sample?.params[name];
    const index = segments.lastIndexOf(value ?? '');
    if (value === undefined || index === -1) continue;
    for (const other of [`${value}${value}`, `${value}2`, `2${value}`, 'b', '2', '22', OTHER_SAMPLE_ID]) {
      const candidate = segments.with(index, other).join('/');
      if (other !== value && (await answersPath(project, path, candidate))) {
        return { path: candidate, params: { ...sample?.params, [name]: other } };
      }
    }
  }
  return undefined;
}

/** Names within the handlers, which the parameter for the service must not have. */
const LOCAL_NAMES = new Set([
  'body',
  'created',
  'id',
  'page',
  'params',
  'parent',
  'query',
  'reply',
  'request',
]);

/** Whether a schema has strings of any content. */
function storesText(fields: readonly Field[]): boolean {
  return fields.some(
    ({ type }) =>
      type === 'string' ||
      type === 'url' ||
      (typeof type !== 'string' && 'fields' in type && storesText(type.fields)),
  );
}

/** The values of the templates. */
async function valuesOf(
  project: Project,
  change: Change,
  answers: Answers,
  names: ResourceNames,
  files: ResourceFiles,
): Promise<object> {
  const { feature = '', path = '' } = answers;
  const { One, Service, one } = names;
  const library = libraryFor(project, answers);
  requireLibrary(project, change, library);
  const schemas = RESOURCE_SCHEMAS[libraryNameFor(project, answers)];
  const fields = fieldsIn(answers['fields']);
  const existing = schemaImports(project, libraryNameFor(project, answers), fields);
  const { good, bad } = bodySamples(fields);
  const aOne = `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`;
  return {
    ...names,
    a: project.variant === 'a',
    runtime: project.runtime,
    ...testImports(feature),
    path: withinQuotes(path),
    resourceName: names.name,
    aOne,
    capital: sentenceCase(aOne),
    field: LOCAL_NAMES.has(camelCase(Service)) ? `${camelCase(Service)}Service` : camelCase(Service),
    file: kebabCase(One),
    serviceFile: kebabCase(Service),
    library: schemas.import,
    byId: schemas.byId,
    page: schemas.page,
    fields: library.storedBody(fields),
    text: storesText(fields) ? library.storedText : undefined,
    fieldsType: schemas.typeOf(`${One}Fields`),
    existing,
    schema: schemas.schema(`${One}Fields`),
    type: schemas.typeOf(One),
    listOf: schemas.listOf(One),
    routesModule: files.moduleOf(files.routes),
    serviceModule: files.moduleOf(files.service),
    good: printCode(good, GENERATED_STYLE, ''),
    bad: printCode(bad === undefined ? good : { ...good, [bad.name]: bad.value }, GENERATED_STYLE, ''),
    pointer: `/${bad?.name ?? ''}`,
  };
}
