import type { Answers } from '#command-line/flag';
import { UsageError } from '#command-line/errors';
import type { Import } from '../../edit/imports.ts';
import type { Project } from '../../project/project.ts';
import type { ReadRoute } from '../engine/requested-routes.ts';
import type { Change } from '../engine/change.ts';
import { type ResponseKind, type HandlerBody, type HandlerFunction, statusOf } from './handler-responses.ts';
import { libraryFor, libraryNameFor } from '../contract/contract-questions.ts';
import { schemaImports } from '../contract/existing-schemas.ts';
import { fieldsIn, inputPartOf, MIXED_PARTS } from '../contract/fields.ts';
import { type InputTest, inputTest } from '../contract/input-test.ts';
import { inQuotes, printShortObject } from '../contract/print-object.ts';
import { requireLibrary } from '../contract/libraries.ts';
import { bodySamples, querySamples } from '../contract/samples.ts';
import type { SchemaLibrary } from '../contract/schema-library.ts';

/** The parts of a handler that depend on the route's contract. */
export interface RouteContract {
  readonly uses: readonly Import[];
  /** The existing schemas that are types of its fields. */
  readonly schemas: readonly Import[];
  /** The name of the schema's constant. */
  readonly declares: readonly string[];
  /** The schema of its query or its body, as a constant. */
  readonly schema: string;
  /** The lines of its definition. */
  readonly definition: readonly string[];
  /** The body of a class's handler that returns the input. */
  readonly json: HandlerBody;
  /** The function of a handler that returns the input. */
  readonly jsonFunction: HandlerFunction;
  readonly test: InputTest;
}

/**
 * The contract described by the answers; undefined without one.
 *
 * @throws UsageError when some of the methods have their input in the query, and some in the body
 */
export function routeContract(
  project: Project,
  change: Change,
  answers: Answers,
  { className, title, kind, ...route }: ReadRoute & { className: string; title: string; kind: ResponseKind },
): RouteContract | undefined {
  const fields = fieldsIn(answers['contract']);
  if (fields.length === 0) return undefined;
  const part = inputPartOf(route.methods);
  if (part === undefined) throw new UsageError(`--contract: ${MIXED_PARTS}`);
  const isQuery = part === 'query';
  const name = isQuery ? 'Query' : 'Body';
  if (className === name) throw new UsageError(`--class: ${name} is the name of its schema: choose another.`);
  const library = libraryFor(project, answers);
  requireLibrary(project, change, library);
  const hasParams = route.placeholders.length > 0;
  const entries = [
    ['summary', inQuotes(title)],
    ...(hasParams ? [['params', paramsOf(library, route)]] : []),
    [part, name],
    ['responses', responses(library, kind, route.methods, isQuery)],
  ];
  const status = statusOf(kind, route.methods);
  const schemas = schemaImports(project, libraryNameFor(project, answers), fields);
  const samples = isQuery ? querySamples(fields) : bodySamples(fields);
  return {
    uses: [{ name: 'contract', from: 'fw-runtime/contract' }, library.imported, ...schemas],
    schemas,
    declares: [name],
    schema: `const ${name} = ${isQuery ? library.query(fields) : library.body(fields)};`,
    definition: entries.map(([key, code]) => `${key}: ${code},`),
    json: {
      imports: ['JsonResponse'],
      lines: [
        `const { ${part} } = request.input(${className}.contract);`,
        `return new JsonResponse(${part}${status === 200 ? '' : `, ${status}`});`,
      ],
    },
    jsonFunction: { imports: [], input: [part], expression: part },
    test: inputTest(route.methods ?? [], route.sample?.path ?? '/', isQuery, samples),
  };
}

/**
 * The schema of a path's parameters.
 *
 * @param all the patterns that every parameter matches, besides its own
 */
export function paramsOf(
  library: SchemaLibrary,
  { placeholders }: Pick<ReadRoute, 'placeholders'>,
  all: readonly RegExp[] = [],
): string {
  return library.params(
    placeholders.map(({ name, restrictions, optional }) => ({
      name,
      patterns: all.concat(
        restrictions.map((restriction) =>
          restriction.includes('|') ? new RegExp(`^(?:${restriction})$`) : new RegExp(`^${restriction}$`),
        ),
      ),
      isOptional: optional,
    })),
  );
}

/** The responses of a newly generated handler. */
function responses(
  { text, object }: SchemaLibrary,
  kind: ResponseKind,
  methods: readonly string[] | undefined,
  isQuery: boolean,
): string {
  const content = {
    json: isQuery ? object : 'Body',
    text: `{ 'text/plain': ${text} }`,
    template: `{ 'text/html': ${text} }`,
    redirect: 'null',
    empty: 'null',
  }[kind];
  return printShortObject([[String(statusOf(kind, methods)), content]]);
}
