import {
  array,
  boolean,
  check,
  type GenericSchema,
  literal,
  optional,
  pipe,
  strictObject,
  string,
  union,
} from 'valibot';

// Only known directives, because browsers ignore misspelled ones.
const DIRECTIVES = [
  'default_src',
  'base_uri',
  'child_src',
  'connect_src',
  'fenced_frame_src',
  'font_src',
  'form_action',
  'frame_ancestors',
  'frame_src',
  'img_src',
  'manifest_src',
  'media_src',
  'object_src',
  'report_to',
  'report_uri',
  'require_trusted_types_for',
  'script_src',
  'script_src_attr',
  'script_src_elem',
  'style_src',
  'style_src_attr',
  'style_src_elem',
  'trusted_types',
  'worker_src',
] as const;
/** Directives that need no value. */
const FLAGS = ['sandbox', 'upgrade_insecure_requests'] as const;

/** The name of a directive with "_" for "-": `script_src` for `script-src`. */
export type CspDirective = (typeof DIRECTIVES)[number] | (typeof FLAGS)[number];

/**
 * The sources of a directive as in the header, `"'self' https:"`, or as an array; false leaves a directive out, true
 * needs no value.
 */
export type CspValue = string | readonly string[] | boolean;

/**
 * The Content-Security-Policy (level 3): the sources that a page may load and run.
 *
 * @example const csp: ContentSecurityPolicy = { directives: { script_src: "'self' 'nonce'" } };
 */
export interface ContentSecurityPolicy {
  /**
   * Directives that replace the defaults of the same names; none when absent. The source `'nonce'`, in quotes, becomes
   * a new nonce for each request: `request.get(CspNonce)`.
   */
  readonly directives?: Readonly<Partial<Record<CspDirective, CspValue>>>;
  /** Whether missing directives get their defaults; true when absent. */
  readonly use_defaults?: boolean;
  /** Whether browsers only report violations of the policy; false when absent. */
  readonly report_only?: boolean;
}

const DEFAULTS: Readonly<Partial<Record<CspDirective, CspValue>>> = {
  default_src: "'self'",
  base_uri: "'self'",
  font_src: "'self' https: data:",
  form_action: "'self'",
  frame_ancestors: "'self'",
  img_src: "'self' data:",
  object_src: "'none'",
  script_src: "'self'",
  script_src_attr: "'none'",
  style_src: "'self' https: 'unsafe-inline'",
  upgrade_insecure_requests: true,
};

const PLACEHOLDER = "'nonce'";
// Without quotes, browsers read a keyword as a host name.
const UNQUOTED =
  /^(?:none|self|nonce|strict-dynamic|report-sample|inline-speculation-rules|unsafe-(?:inline|eval|hashes)|wasm-unsafe-eval|(?:nonce|sha256|sha384|sha512)-.*)$/i;

const WORDS = pipe(
  union([string(), array(string())]),
  check(
    (value) => [value].flat().every((text) => /^[\x20-\x7e]*$/.test(text) && !/[;,]/.test(text)),
    'expected sources without ";", "," and line breaks, one directive under each key',
  ),
  check((value) => wordsOf(value).length > 0, 'expected a source; false removes the directive'),
);
const SOURCES = pipe(
  WORDS,
  check(
    (value) => !wordsOf(value).some((word) => UNQUOTED.test(word)),
    `expected keywords in single quotes of their own, such as "'self'"`,
  ),
  check(
    (value) => wordsOf(value).length === 1 || !wordsOf(value).includes("'none'"),
    `expected "'none'" alone, because it has no effect beside other sources`,
  ),
);

export const CSP: GenericSchema<unknown, ContentSecurityPolicy> = pipe(
  strictObject({
    directives: optional(
      strictObject({
        ...entries(DIRECTIVES, union([literal(false), SOURCES])),
        ...entries(FLAGS, union([boolean(), WORDS])),
      }),
      {},
    ),
    use_defaults: optional(boolean(), true),
    report_only: optional(boolean(), false),
  }),
  check((csp) => directivesOf(csp).length > 0, 'expected a directive; false removes the header'),
);

function entries<Name extends string, Schema>(
  names: readonly Name[],
  schema: Schema & GenericSchema,
): Record<string, Schema & GenericSchema> {
  return Object.fromEntries(names.map((name) => [name, optional(schema)])) as never;
}

/** The header of a policy: its name, and its value with a nonce. */
export interface CspHeader {
  readonly name: string;
  readonly usesNonce: boolean;
  value(nonce: string): string;
}

/** @param csp the validated options */
export function cspHeader(csp: ContentSecurityPolicy): CspHeader {
  const parts = directivesOf(csp).join('; ').split(PLACEHOLDER);
  return {
    name: csp.report_only ? 'Content-Security-Policy-Report-Only' : 'Content-Security-Policy',
    usesNonce: parts.length > 1,
    value: (nonce) => parts.join(`'nonce-${nonce}'`),
  };
}

function directivesOf({ directives, use_defaults }: ContentSecurityPolicy): string[] {
  return Object.entries({ ...(use_defaults && DEFAULTS), ...directives })
    .filter(([, value]) => value !== false)
    .map(([name, value]) =>
      [name.replaceAll('_', '-'), ...(typeof value === 'boolean' ? [] : wordsOf(value))].join(' '),
    );
}

function wordsOf(value: string | readonly string[]): string[] {
  return [value]
    .flat()
    .join(' ')
    .split(' ')
    .filter((word) => word !== '');
}
