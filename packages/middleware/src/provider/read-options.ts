import { ConfigError, type ConfigFault, maskText } from 'fw-runtime';
import { type BaseIssue, type GenericSchema, safeParse } from 'valibot';

/**
 * Validates options with a schema and applies its defaults.
 *
 * @param key the configuration key of the options
 * @throws {@link ConfigError} that lists every error by its key
 */
export function readOptions<Options>(
  key: string,
  schema: GenericSchema<unknown, Options>,
  options: unknown = {},
): Options {
  const { success, issues, output } = safeParse(schema, options);
  if (success) return output;
  throw new ConfigError(issues.map((issue) => configErrorOf(key, issue)));
}

// Options with credentials: errors show only the type of the value received.
const SECRET = /^(?:key|password|secret|tokens|users)$/;

function configErrorOf(key: string, issue: BaseIssue<unknown>): ConfigFault {
  const steps = (issue.path ?? []).map((item) => item.key as string | number);
  const path = steps.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : `${text}.${step}`),
    key,
  );
  const { expected, kind } = issue;
  const message = maskText(issue.message);
  const isSecret = steps.some((step) => SECRET.test(String(step)));
  const received = isSecret ? kindOf(issue) : maskText(issue.received);
  if (expected === 'never') return { path, expected: 'no such key', received: `the key "${steps.at(-1)}"` };
  // A check describes what it expects; a type is described by its name.
  if (kind === 'validation' || expected === null || expected === 'unknown') {
    return { path, expected: message, received, message };
  }
  return { path, expected, received: received === 'undefined' ? 'nothing' : received };
}

function kindOf({ input, received }: BaseIssue<unknown>): string {
  if (typeof input === 'string')
    return `a string of ${input.length} ${input.length === 1 ? 'character' : 'characters'}`;
  return input === undefined || typeof input === 'object' ? received : `a ${typeof input}`;
}
