import { messageOf } from './describe.ts';
import { FwError, showOnlyMessage } from './coded-errors.ts';

/** One error in the configuration: its location, the expected value and the value found. */
export interface ConfigFault {
  /** The file or the provider that set the value; undefined when it is unknown. */
  readonly file?: string | undefined;
  /** The path of the value, such as `routes[0].path`; "" for the whole configuration. */
  readonly path: string;
  /** The expected value in words. */
  readonly expected: string;
  /** The value found, in words; secrets are not shown. */
  readonly received: string;
  /** The message of the app's own schema or converter, if that rejected the value; `expected` is the same. */
  readonly message?: string | undefined;
  /** The error that loading the file threw, if it could not be loaded. */
  readonly error?: unknown;
}

const EMPTY: unique symbol = Symbol.for('fw-runtime.empty-variables');

/** The environment variables that `env()` returned as an empty string; process-wide, like the environment itself. */
function emptyVariables(): Set<string> {
  const owner = globalThis as { [EMPTY]?: Set<string> };
  return (owner[EMPTY] ??= new Set());
}

/** Notes whether `env()` returned an empty string, so that an error about an empty secret can name the variable. */
export function noteEmptyVariable(name: string, isEmpty: boolean): void {
  if (isEmpty) emptyVariables().add(name);
  else emptyVariables().delete(name);
}

function emptyVariablesFor(faults: readonly ConfigFault[]): string {
  const names = [...emptyVariables()].map((name) => `process.env.${name}`);
  // An empty string as a key makes the path end with a dot.
  const isEmpty = faults.some(
    ({ path, received }) => path.endsWith('.') || /^""$|\b0 (?:bytes|characters)\b/.test(received),
  );
  return isEmpty && names.length > 0 ? `\nNot set, or empty: ${names.join(', ')}.` : '';
}

/** The configuration is malformed; the message lists every error (rule C4). */
export class ConfigError extends FwError {
  static override readonly name: string = 'ConfigError';

  /** The errors, in the order of the message. */
  readonly faults: readonly ConfigFault[];

  /** Creates an error whose message lists several errors. */
  constructor(faults: readonly ConfigFault[]) {
    super('FW_CONFIG', `The configuration has ${listOf(faults.map(faultLine))}${emptyVariablesFor(faults)}`);
    this.faults = faults;
    showOnlyMessage(this);
  }
}

/** A middleware value that cannot be resolved, and its location. */
export interface MiddlewareFault {
  /** The name of the service or class. */
  readonly name: string;
  /** The location, such as `the route "ping" (/ping)`. */
  readonly place: string;
  /** The error that resolving the value threw. */
  readonly error: unknown;
}

/**
 * Services or classes that are used as middleware cannot be created. `run()` throws it with `server.eager`; the message
 * lists each once.
 */
export class UnresolvedMiddlewareError extends FwError {
  static override readonly name: string = 'UnresolvedMiddlewareError';

  /** The values that cannot be resolved, in the order of the pipeline. */
  readonly faults: readonly MiddlewareFault[];

  /** Creates an error whose message lists several errors. */
  constructor(faults: readonly MiddlewareFault[]) {
    const places = new Map<string, string[]>();
    for (const { name, place, error } of faults) {
      const fault = `${name}: ${messageOf(error)}`;
      places.set(fault, [...(places.get(fault) ?? []), place]);
    }
    const lines = Array.from(places, ([fault, [first, ...others]]) => {
      const more = others.length === 0 ? '' : ` and ${others.length} more`;
      return `${first}${more}, ${fault}`;
    });
    super('FW_UNRESOLVED_MIDDLEWARE', `The middleware has ${listOf(lines)}`);
    this.faults = faults;
    showOnlyMessage(this);
  }
}

/** A configuration error on one line. */
export function faultLine({ file, path, expected, received, message }: ConfigFault): string {
  const problem = message?.replace(/\.$/, '') ?? `expected ${expected}`;
  return `${[file, path, problem].filter(Boolean).join(': ')}, received ${received}`;
}

function listOf(faults: readonly string[]): string {
  const count = faults.length === 1 ? 'an error' : `${faults.length} errors`;
  return `${count}:\n${faults.map((fault) => `- ${fault}`).join('\n')}`;
}

// Node begins the stack of a syntax error in TypeScript with the line that it cannot read.
const SYNTAX = /^(?:file:\/\/)?(\/[^\n]*?:\d+)\n/;
const FRAME = /^ +at (?!async ).*?(?:file:\/\/)?(\/[^\n]*?:\d+:\d+)\)?$/gm;

/** Bun's `position` on the error of a module that it cannot read. */
interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * The location at which an error was thrown, if it is in one of these folders and not in `node_modules`: `src/db.ts:3:7`.
 *
 * @param folders absolute paths
 */
export function thrownAt(error: unknown, folders: readonly string[]): string | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const { position } = (error ?? {}) as { position?: Position | null };
  const places = [
    ...(position?.file === undefined ? [] : [`${position.file}:${position.line}:${position.column}`]),
    ...(SYNTAX.exec(stack)?.slice(1) ?? []),
    ...Array.from(stack.matchAll(FRAME), ([, place = '']) => place),
  ];
  for (const place of places) {
    const folder = folders.find((path) => place.startsWith(`${path}/`));
    if (folder !== undefined && !place.includes('/node_modules/')) return place.slice(folder.length + 1);
  }
  return undefined;
}
