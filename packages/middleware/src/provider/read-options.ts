import { ConfigError, type ConfigFault } from 'fw-runtime';
import { type BaseIssue, type GenericSchema, safeParse } from 'valibot';

/**
 * Options as their schema makes them, with defaults.
 *
 * @param key what they are the options of, as in the configuration
 * @throws ConfigError that lists every fault by its key
 */
export function readOptions<Options>(
  key: string,
  schema: GenericSchema<unknown, Options>,
  options: unknown = {},
): Options {
  const { success, issues, output } = safeParse(schema, options);
  if (success) return output;
  throw new ConfigError(issues.map((issue) => faultOf(key, issue)));
}

// Options that give access to something: what was received is told by its kind alone.
const SECRET = /^(?:key|password|secret|tokens|users)$/;

function faultOf(key: string, issue: BaseIssue<unknown>): ConfigFault {
  const steps = (issue.path ?? []).map((item) => item.key as string | number);
  const path = steps.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : `${text}.${step}`),
    key,
  );
  const { expected, message, kind } = issue;
  const received = steps.some((step) => SECRET.test(String(step))) ? kindOf(issue) : issue.received;
  if (expected === 'never') return { path, expected: 'no such key', received: `the key "${steps.at(-1)}"` };
  // A check says what it wants itself; a type is known by its name, where it has one.
  if (kind === 'validation' || expected === null || expected === 'unknown') {
    return { path, expected: message, received, message };
  }
  return { path, expected, received: received === 'undefined' ? 'nothing' : received };
}

function kindOf({ input, received }: BaseIssue<unknown>): string {
  if (typeof input === 'string')
    return `text of ${input.length} ${input.length === 1 ? 'character' : 'characters'}`;
  return input === undefined || typeof input === 'object' ? received : `a ${typeof input}`;
}
