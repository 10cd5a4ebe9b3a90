import type { StandardSchemaV1 } from '@standard-schema/spec';
import { ConfigError, type ConfigFault, noteEmptyVariable } from '../../kernel/errors/config-error.ts';
import { InvalidArgumentError } from '../../kernel/errors/coded-errors.ts';
import { messageOf } from '../../kernel/errors/describe.ts';
import { received } from './validators.ts';

/**
 * The reader of an environment variable: a schema, a function of the string (`String`, `Number`, `Boolean`, or your
 * own), or a default, which also determines the type.
 */
export type EnvVariable =
  | StandardSchemaV1
  | ((text: string) => unknown)
  | string
  | number
  | boolean
  | undefined;

/**
 * The type of a variable's value: the output of its schema, the return type of its function, or the type of its
 * default.
 */
export type EnvValue<Variable> = Variable extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<Variable>
  : Variable extends (text: string) => infer Value
    ? Value
    : Variable extends number
      ? number
      : Variable extends boolean
        ? boolean
        : Variable extends string
          ? string
          : string | undefined;

/** The value of a variable, or its error. */
type Reading = { readonly value: unknown } | Pick<ConfigFault, 'expected' | 'received' | 'message'>;

/**
 * Reads environment variables. `String`, `Number` and `Boolean` are for variables that must be set. A value is the
 * default of an optional variable, and determines its type. An empty variable is treated as absent.
 *
 * @param variables the reader of each variable, by its name
 * @returns the values by the same names
 * @throws {@link ConfigError} naming all variables that are missing or malformed; `loadConfig` adds the file that reads
 *   them
 * @throws {@link InvalidArgumentError} when a schema validates asynchronously
 * @example const { DATABASE_URL, POOL } = env({ DATABASE_URL: String, POOL: 10 });
 */
export function env<Variables extends Readonly<Record<string, EnvVariable>>>(
  variables: Variables,
): { readonly [Name in keyof Variables]: EnvValue<Variables[Name]> } {
  const { process } = globalThis as { process?: { env?: Readonly<Record<string, unknown>> } };
  const faults: ConfigFault[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(variables)) {
    const text = process?.env?.[name];
    const isSet = typeof text === 'string' && text !== '';
    const reading = read(name, variable, isSet ? text : undefined);
    noteEmptyVariable(name, 'value' in reading && reading.value === '');
    if ('value' in reading) values[name] = reading.value;
    else faults.push({ path: `process.env.${name}`, ...reading });
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return values as { [Name in keyof Variables]: EnvValue<Variables[Name]> };
}

function read(name: string, variable: EnvVariable, text: string | undefined): Reading {
  if (isStandardSchema(variable)) return validate(name, variable, text);
  if (typeof variable === 'function') return convert(variable, text);
  if (text === undefined) return { value: variable };
  if (typeof variable === 'number') return toNumber(text);
  return typeof variable === 'boolean' ? toBoolean(text) : { value: text };
}

function isStandardSchema(variable: EnvVariable): variable is StandardSchemaV1 {
  return Object(variable) === variable && '~standard' in (variable as object);
}

function validate(name: string, schema: StandardSchemaV1, text: string | undefined): Reading {
  const result = schema['~standard'].validate(text);
  if (result instanceof Promise) {
    throw new InvalidArgumentError(`${name} of env()`, 'a schema that validates synchronously', schema);
  }
  if (result.issues === undefined) return { value: result.value };
  return rejection(result.issues.map(({ message }) => message).join('; '), text);
}

function convert(converter: (text: string) => unknown, text: string | undefined): Reading {
  if (converter === Number) return toNumber(text);
  if (converter === Boolean) return toBoolean(text);
  if (text === undefined) return { expected: 'a string', received: 'nothing' };
  try {
    return { value: converter(text) };
  } catch (error) {
    return rejection(messageOf(error), text);
  }
}

function toNumber(text: string | undefined): Reading {
  const value = Number(text?.trim() || undefined);
  return Number.isFinite(value) ? { value } : { expected: 'a number', received: received(text) };
}

function toBoolean(text: string | undefined): Reading {
  const flag = text?.trim().toLowerCase() ?? '';
  if (['true', '1'].includes(flag)) return { value: true };
  if (['false', '0'].includes(flag)) return { value: false };
  return { expected: 'true, false, 1 or 0', received: received(text) };
}

// The value is not shown, because it may be a secret.
function rejection(message: string, text: string | undefined): Reading {
  const size = text?.length === 1 ? '1 character' : `${text?.length} characters`;
  return { expected: message, message, received: text === undefined ? 'nothing' : `a string of ${size}` };
}
