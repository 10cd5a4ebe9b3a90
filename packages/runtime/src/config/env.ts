import type { StandardSchemaV1 } from '@standard-schema/spec';
import { ConfigError, type ConfigFault, noteEmptyVariable } from '../errors/config-error.ts';
import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { describe, messageOf } from '../errors/describe.ts';

/** How a variable is read: by its type, by a converter of its text, by a schema, or as what its default is. */
export type EnvVariable =
  | StandardSchemaV1
  | ((text: string) => unknown)
  | string
  | number
  | boolean
  | undefined;

/** What a variable becomes. */
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

/** What becomes of the text of one variable. */
type Reading = { readonly value: unknown } | Pick<ConfigFault, 'expected' | 'received' | 'message'>;

/**
 * Reads variables of the environment. `String`, `Number` and `Boolean` are of those that must be set; a value is the default of
 * one that may be absent, and says its type. An empty variable counts as absent.
 *
 * @example const { DATABASE_URL, POOL } = env({ DATABASE_URL: String, POOL: 10 });
 * @throws ConfigError naming all that are missing or malformed; `loadConfig` adds the file that asks for them
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
  if (isSchema(variable)) return validate(name, variable, text);
  if (typeof variable === 'function') return convert(variable, text);
  if (text === undefined) return { value: variable };
  if (typeof variable === 'number') return toNumber(text);
  return typeof variable === 'boolean' ? toBoolean(text) : { value: text };
}

function isSchema(variable: EnvVariable): variable is StandardSchemaV1 {
  return Object(variable) === variable && '~standard' in (variable as object);
}

function validate(name: string, schema: StandardSchemaV1, text: string | undefined): Reading {
  const result = schema['~standard'].validate(text);
  if (result instanceof Promise) {
    throw new InvalidArgumentError(
      `${name} of env()`,
      'a schema that does not validate asynchronously',
      schema,
    );
  }
  if (result.issues === undefined) return { value: result.value };
  return refused(result.issues.map(({ message }) => message).join('; '), text);
}

function convert(converter: (text: string) => unknown, text: string | undefined): Reading {
  if (converter === Number) return toNumber(text);
  if (converter === Boolean) return toBoolean(text);
  if (text === undefined) return { expected: 'text', received: 'nothing' };
  try {
    return { value: converter(text) };
  } catch (error) {
    return refused(messageOf(error), text);
  }
}

function toNumber(text: string | undefined): Reading {
  const value = Number(text?.trim() || undefined);
  return Number.isFinite(value) ? { value } : { expected: 'a number', received: shown(text) };
}

function toBoolean(text: string | undefined): Reading {
  const flag = text?.trim().toLowerCase() ?? '';
  if (['true', '1'].includes(flag)) return { value: true };
  if (['false', '0'].includes(flag)) return { value: false };
  return { expected: 'true, false, 1 or 0', received: shown(text) };
}

function shown(text: string | undefined): string {
  return text === undefined ? 'nothing' : describe(text);
}

// It may be a secret: so it is not shown.
function refused(message: string, text: string | undefined): Reading {
  const received =
    text === undefined
      ? 'nothing'
      : `a text of ${text.length} ${text.length === 1 ? 'character' : 'characters'}`;
  return { expected: message, message, received };
}
