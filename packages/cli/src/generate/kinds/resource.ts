import type { Answers } from '../../../../command-line/src/flag.ts';
import { UsageError } from '../../../../command-line/src/errors.ts';
import { printCode, printKey } from '../../edit/code.ts';
import { MAX_LINE_WIDTH } from '../../edit/text-style.ts';
import type { Site } from '../../site/site.ts';
import { readRequested, type ReadRoute, wholePath } from '../routes/requested-routes.ts';
import type { Change } from '../engine/change.ts';
import { configureService, dependenciesFile, rejectNamesake } from '../parts/class-files.ts';
import { libraryFor, libraryNameFor } from '../contract/contract-questions.ts';
import { fieldsIn } from '../contract/fields.ts';
import { GENERATED_STYLE, inQuotes } from '../contract/print-object.ts';
import { requireLibrary } from '../contract/libraries.ts';
import { paramsOf } from '../routes/route-contract.ts';
import { bodySamples } from '../contract/samples.ts';
import { type Generator, listOf } from '../engine/generator.ts';
import { findGuards } from '../routes/guards.ts';
import { camelCase, kebabCase } from '../engine/names.ts';
import { render } from '../engine/render.ts';
import { answersPath } from '../routes/route-pattern.ts';
import { registerRoute, wholeName } from '../routes/route-registration.ts';
import { filesOf, namesOf, type ResourceFiles, type ResourceNames } from '../routes/resource-names.ts';
import { RESOURCE_QUESTIONS } from '../routes/resource-questions.ts';
import { RESOURCE_SCHEMAS } from '../routes/resource-schemas.ts';

export const resource: Generator = {
  kind: 'resource',
  summary: 'Resource: five routes with contracts, a service and a test',
  questions: RESOURCE_QUESTIONS,
  installs: true,
  examples: [
    "resource post --fields 'title:string, draft:boolean?'",
    "resource person --path /people --fields 'name:string, email:email' --guard SignedIn",
  ],

  async plan(site, answers, change) {
    const { feature = '', group = '', path = '' } = answers;
    const guards = findGuards(site, change, listOf(answers['guard']));
    const names = namesOf(answers);
    const files = filesOf(site, names, feature);
    const { One, List, Service } = names;
    const collection = await readRequested(site, { path, methods: ['GET'] }, group, {});
    const sample = sampleOf(collection);
    const name = wholeName(site, change, { group, name: names.name, feature });
    const routeNames = ['', '.create', '.show', '.update', '.delete'].map((ending) => name + ending);
    const values = {
      ...(await valuesOf(site, change, answers, names, files)),
      ...parentValues(site, answers, collection),
      sample: inside(sample),
      other: inside((await otherSample(site, answers, collection)) ?? ''),
      name,
      routeNames: printCode(routeNames, GENERATED_STYLE, '    '),
    };
    for (const part of ['schemas', 'service', 'handlers', 'test'] as const)
      change.create(files[part], await render(`resource/${part}.ts`, values));

    const module = files.moduleOf(files.service);
    rejectNamesake(site, change, { className: Service, module }, '--service');
    configureService(site, change, dependenciesFile(site, feature), {
      map: ['invokables'],
      key: Service,
      name: `Memory${Service}`,
      from: module,
    });
    const handlers = files.moduleOf(files.handlers);
    const item = `${path}/{id}`;
    const routes = [
      { className: List, methods: ['GET'], path, name: names.name },
      { className: `Create${One}`, methods: ['POST'], path, name: `${names.name}.create` },
      { className: `Show${One}`, methods: ['GET'], path: item, name: `${names.name}.show` },
      { className: `Update${One}`, methods: ['PUT'], path: item, name: `${names.name}.update` },
      { className: `Delete${One}`, methods: ['DELETE'], path: item, name: `${names.name}.delete` },
    ];
    for (const { className, ...route } of routes) {
      rejectNamesake(site, change, { className, module: handlers }, '<name>');
      const registered = { ...route, tokens: {}, group, guards };
      registerRoute(site, change, { className, module: handlers }, registered, feature);
    }
    return {
      routes: routes.map((route) => ({
        name: wholeName(site, change, { group, name: route.name, feature }),
        method: route.methods[0] ?? '',
        path: route.path === path ? sample : `${sample}/${SAMPLE_ID}`,
      })),
      services: [Service, ...guards.services],
      known: guards.known,
    };
  },
};

const SAMPLE_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const OTHER_SAMPLE_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

function sampleOf({ sample }: Pick<ReadRoute, 'sample'>): string {
  if (sample !== undefined) return sample.path;
  throw new UsageError(
    '--path: No values are known that its placeholders accept, which the test needs: loosen their constraints.',
  );
}

/** The parent that scopes a nested resource, such as the post in /posts/{post}/comments. */
function parentValues(site: Site, answers: Answers, collection: ReadRoute): object {
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
    parentKey: parents
      .map(({ key, name }) => (key === name ? `parent.${name}` : `parent[${key}]`))
      .join(', '),
    parentIds: paramsOf(libraryFor(site, answers), collection),
    byId: RESOURCE_SCHEMAS[libraryNameFor(site, answers)].schema('ParentIds'),
  };
}

/**
 * The path of the same resource under another parent; undefined when no other values are known that its placeholders
 * accept.
 */
async function otherSample(
  site: Site,
  { group = '', path = '' }: Answers,
  { sample, placeholders }: ReadRoute,
): Promise<string | undefined> {
  const segments = sample?.path.split('/') ?? [];
  for (const { name } of placeholders) {
    const value = sample?.params[name];
    const index = segments.lastIndexOf(value ?? '');
    if (value === undefined || index === -1) continue;
    for (const other of [`${value}${value}`, `${value}2`, `2${value}`, 'b', '2', '22', OTHER_SAMPLE_ID]) {
      const candidate = segments.with(index, other).join('/');
      if (other !== value && (await answersPath(site, wholePath(group, path), candidate))) return candidate;
    }
  }
  return undefined;
}

/** The values of the templates. */
async function valuesOf(
  site: Site,
  change: Change,
  answers: Answers,
  names: ResourceNames,
  files: ResourceFiles,
): Promise<object> {
  const { feature = '', group = '', path = '' } = answers;
  const { One, List, Service, one } = names;
  const library = libraryFor(site, answers);
  requireLibrary(site, change, library);
  const schemas = RESOURCE_SCHEMAS[libraryNameFor(site, answers)];
  const fields = fieldsIn(answers['fields']);
  const { good, bad } = bodySamples(fields);
  const handlers = [`Create${One}`, `Delete${One}`, List, `Show${One}`, `Update${One}`].toSorted();
  return {
    ...names,
    a: site.variant === 'a',
    runtime: site.runtime,
    up: feature === '' ? '..' : '../..',
    testApp: feature === '' ? './app.ts' : '../app.ts',
    path: inside(wholePath(group, path)),
    aOne: `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`,
    field: camelCase(Service),
    file: kebabCase(One),
    serviceFile: kebabCase(Service),
    library: schemas.import,
    byId: schemas.byId,
    page: schemas.page,
    fields: library.body(fields),
    fieldsType: schemas.typeOf(`${One}Fields`),
    schema: schemas.schema(`${One}Fields`),
    type: schemas.typeOf(One),
    listOf: schemas.listOf(One),
    handlerImport: importLine(handlers, files.moduleOf(files.handlers)),
    serviceModule: files.moduleOf(files.service),
    good: printCode(good, GENERATED_STYLE, ''),
    bad: printCode(bad === undefined ? good : { ...good, [bad.name]: bad.value }, GENERATED_STYLE, ''),
    pointer: `/${bad?.name ?? ''}`,
  };
}

function importLine(names: readonly string[], from: string): string {
  const line = `import { ${names.join(', ')} } from ${inQuotes(from)};`;
  return line.length <= MAX_LINE_WIDTH
    ? line
    : `import {\n${names.map((name) => `  ${name},\n`).join('')}} from ${inQuotes(from)};`;
}

/** A string as it is written within quotes. */
function inside(text: string): string {
  return inQuotes(text).slice(1, -1);
}
