import type { Answers } from '../../../../command-line/src/flag.ts';
import { UsageError } from '../../../../command-line/src/errors.ts';
import type { Import } from '../../edit/imports.ts';
import type { Site } from '../../site/site.ts';
import type { ReadRoute } from './requested-routes.ts';
import type { Change } from '../engine/change.ts';
import { type AnswerKind, type HandlerBody, hasBody } from './handler-answers.ts';
import { libraryFor } from '../contract/contract-questions.ts';
import { fieldsIn, inputPartOf, MIXED_PARTS } from '../contract/fields.ts';
import { type InputTest, inputTest } from '../contract/input-test.ts';
import { inQuotes, printShortObject } from '../contract/print-object.ts';
import { requireLibrary } from '../contract/libraries.ts';
import { bodySamples, querySamples } from '../contract/samples.ts';
import type { SchemaLibrary } from '../contract/schema-library.ts';

/** The parts of a handler that depend on the route's contract. */
export interface RouteContract {
  readonly uses: readonly Import[];
  /** The name of the schema's constant. */
  readonly declares: readonly string[];
  /** The schema of its query or its body, as a constant. */
  readonly schema: string;
  /** The static property of its class. */
  readonly property: string;
  /** The body of the handler that shows the input. */
  readonly json: HandlerBody;
  readonly test: InputTest;
}

/**
 * The contract described by the answers; undefined without one.
 *
 * @throws UsageError when some of the methods have their input in the query, and some in the body
 */
export function routeContract(
  site: Site,
  change: Change,
  answers: Answers,
  { className, title, kind, ...route }: ReadRoute & { className: string; title: string; kind: AnswerKind },
): RouteContract | undefined {
  const fields = fieldsIn(answers['contract']);
  if (fields.length === 0) return undefined;
  const part = inputPartOf(route.methods);
  if (part === undefined) throw new UsageError(`--contract: ${MIXED_PARTS}`);
  const isQuery = part === 'query';
  const name = isQuery ? 'Query' : 'Body';
  if (className === name) throw new UsageError(`--class: ${name} is the name of its schema: choose another.`);
  const library = libraryFor(site, answers);
  requireLibrary(site, change, library);
  const hasParams = route.placeholders.length > 0;
  const entries = [
    ['summary', inQuotes(title)],
    ...(hasParams ? [['params', paramsOf(library, route)]] : []),
    [part, name],
    ['responses', responses(library, kind, route.methods, isQuery)],
  ];
  const samples = isQuery ? querySamples(fields) : bodySamples(fields);
  return {
    uses: [
      { name: 'contract', from: 'fw-runtime/contract' },
      { name: 'Problem', from: 'fw-runtime/contract' },
      library.imported,
    ],
    declares: [name],
    schema: `const ${name} = ${isQuery ? library.query(fields) : library.body(fields)};`,
    property: [
      '  static readonly contract = contract({',
      ...entries.map(([key, code]) => `    ${key}: ${code},`),
      '  });',
    ].join('\n'),
    json: {
      imports: [],
      lines: [
        `const { ${hasParams ? 'params, ' : ''}${part} } = request.input(${className}.contract);`,
        `return ${className}.contract.json(${created(route.methods) ? 201 : 200}, ${hasParams ? `{ ...params, ...${part} }` : part});`,
      ],
    },
    test: inputTest(route.methods ?? [], route.sample?.path ?? '/', isQuery, samples),
  };
}

/** The schema of a path's parameters. */
export function paramsOf(library: SchemaLibrary, { placeholders }: Pick<ReadRoute, 'placeholders'>): string {
  return library.params(
    placeholders.map(({ name, restrictions, optional }) => ({
      name,
      patterns: restrictions.map((restriction) =>
        restriction.includes('|') ? new RegExp(`^(?:${restriction})$`) : new RegExp(`^${restriction}$`),
      ),
      isOptional: optional,
    })),
  );
}

function created(methods: readonly string[] | undefined): boolean {
  return methods !== undefined && methods.every((method) => method === 'POST');
}

/** The responses of a newly generated handler. */
function responses(
  { text, object }: SchemaLibrary,
  kind: AnswerKind,
  methods: readonly string[] | undefined,
  isQuery: boolean,
): string {
  const answer = {
    json: [created(methods) ? '201' : '200', isQuery ? object : 'Body'],
    text: ['200', `{ 'text/plain': ${text} }`],
    template: ['200', `{ 'text/html': ${text} }`],
    redirect: [hasBody(methods ?? []) ? '303' : '302', 'null'],
    empty: ['204', 'null'],
  }[kind] as [string, string];
  return printShortObject([answer, ['422', 'Problem']]);
}
