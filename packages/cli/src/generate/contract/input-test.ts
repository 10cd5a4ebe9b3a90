import { type Code, type CodeMap, printCode } from '../../edit/code.ts';
import { GENERATED_STYLE, inQuotes } from './print-object.ts';
import type { Samples } from './samples.ts';

/** The template values of a test of valid and invalid input. */
export interface InputTest {
  readonly methods: string;
  /** As in `POST`. */
  readonly method: string;
  readonly isQuery: boolean;
  readonly good: string;
  readonly bad: string | undefined;
  readonly pointer: string | undefined;
  /** Whether the response to invalid input has a body; a response to HEAD has none. */
  readonly hasBody: boolean;
  /** The options of the request. */
  readonly init: string;
}

export function inputTest(
  methods: readonly string[],
  path: string,
  isQuery: boolean,
  { good, bad }: Samples,
): InputTest {
  const method = methods.find((each) => each !== 'HEAD') ?? 'HEAD';
  const withError = bad && { ...good, [bad.name]: bad.value };
  const print = isQuery
    ? (values: CodeMap): string => inQuotes(`${path}?${queryOf(values)}`)
    : (values: CodeMap): string => printCode(values, GENERATED_STYLE, '  ');
  return {
    methods: printCode(methods, GENERATED_STYLE, ''),
    method,
    isQuery,
    good: print(good),
    bad: withError && print(withError),
    pointer: bad && `/${bad.name}`,
    hasBody: method !== 'HEAD',
    init: method === 'GET' ? '' : `, { method: ${inQuotes(method)} }`,
  };
}

function queryOf(values: CodeMap): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((each: Code): [string, string] => [name, String(each)]),
  );
  return new URLSearchParams(pairs).toString();
}
