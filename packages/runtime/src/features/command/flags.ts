import { parseArgs } from 'node:util';
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { FwError, UsageError } from '../../kernel/errors/coded-errors.ts';
import { keyOf } from '../contract/form-values.ts';
import { didYouMean, messageOf } from '../../kernel/errors/describe.ts';

/** A schema that validates flags and describes them as JSON Schema. */
export type FlagSchema = StandardSchemaV1 & StandardJSONSchemaV1;

/** One flag of a command. */
export interface Flag {
  /** The name, such as `dry-run`. */
  readonly name: string;
  /** The key in the schema, such as `dryRun`. */
  readonly key: string;
  readonly type: 'string' | 'number' | 'boolean';
  /** The only values that it accepts; empty when there are others. */
  readonly values: readonly unknown[];
  /** Whether the flag may be repeated, and its value is an array. */
  readonly isList: boolean;
  /** Whether it is false when it is absent. */
  readonly isSwitch: boolean;
  readonly isRequired: boolean;
  readonly description: string;
  readonly initial: unknown;
}

interface Property {
  readonly type?: string | readonly string[];
  readonly items?: Property;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Property[];
  readonly description?: string;
  readonly default?: unknown;
}

/**
 * The flags that a schema describes.
 *
 * @throws {@link FwError} when the schema doesn't give JSON Schema, isn't an object, or has a reserved name
 */
export function flagsOf(schema: FlagSchema | undefined): Flag[] {
  if (schema === undefined) return [];
  const { properties, required = [] } = describe(schema);
  if (properties === undefined) throw invalid('must be an object');
  const reserved = ['json', 'help'].find((key) => Object.hasOwn(properties, key));
  if (reserved !== undefined) {
    throw invalid(`has the key "${reserved}", but every command has the flag --${reserved}: rename the key`);
  }
  return Object.entries(properties).map(([key, property]) => {
    const isList = typeOf(property) === 'array';
    const single = isList ? (property.items ?? {}) : property;
    const type = flagType(single);
    const isSwitch = type === 'boolean' && !isList && required.includes(key);
    return {
      name: key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      key,
      type,
      values: single.enum ?? [],
      isList,
      isSwitch,
      isRequired: required.includes(key) && !isSwitch,
      description: property.description ?? '',
      initial: property.default,
    };
  });
}

function describe(schema: FlagSchema): {
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
} {
  const { jsonSchema, vendor } = schema['~standard'];
  try {
    if (jsonSchema !== undefined) return jsonSchema.input({ target: 'draft-2020-12' });
  } catch (error) {
    throw invalid(`has no JSON Schema: ${messageOf(error)}`);
  }
  throw invalid(`has no JSON Schema: wrap it in a function that adds it to schemas of ${vendor}`);
}

function invalid(problem: string): FwError {
  return new FwError('FW_INVALID_ARGUMENT', `The schema of the flags ${problem}.`);
}

function flagType(property: Property): Flag['type'] {
  const type = typeOf(property);
  return type === 'boolean' ? 'boolean' : type === 'number' || type === 'integer' ? 'number' : 'string';
}

function typeOf({ type, anyOf, enum: values, ...rest }: Property): string {
  if (typeof type === 'string') return type;
  const types = new Set([
    ...(type ?? []),
    ...(anyOf ?? []).map(typeOf),
    ...(values ?? []).map((value) => typeof value),
    ...('const' in rest ? [typeof rest.const] : []),
  ]);
  types.delete('null');
  return types.size === 1 ? ([...types][0] as string) : 'string';
}

/**
 * Reads the flags from arguments. Numbers are converted, absent required booleans are false, and everything else is left to the schema.
 *
 * @throws {@link UsageError} for an unknown flag, a missing value, a second value or a positional argument
 */
export function readFlags(flags: readonly Flag[], args: readonly string[]): Record<string, unknown> {
  const options: Record<string, { type: 'string' | 'boolean'; multiple?: boolean; short?: string }> = {};
  for (const { name, type, isList } of flags) {
    options[name] = { type: type === 'boolean' ? type : 'string', multiple: isList };
  }
  options['json'] = { type: 'boolean' };
  options['help'] = { type: 'boolean', short: 'h' };
  let values: Record<string, unknown>;
  try {
    const parsed = parseArgs({ args: [...args], options, allowNegative: true, tokens: true });
    const passed = parsed.tokens.flatMap((token) =>
      token.kind === 'option' && token.value !== undefined ? token.name : [],
    );
    const twice = passed.find(
      (name, index) => options[name]?.multiple !== true && passed.indexOf(name) < index,
    );
    if (twice !== undefined) throw new UsageError(`--${twice} takes one value, and was passed twice.`);
    ({ values } = parsed);
  } catch (error) {
    throw usageErrorOf(messageOf(error), Object.keys(options));
  }
  const read: Record<string, unknown> = { json: values['json'] === true, help: values['help'] === true };
  for (const { name, key, type, isSwitch } of flags) {
    if (values[name] !== undefined) read[key] = convert(values[name], type);
    else if (isSwitch) read[key] = false;
  }
  return read;
}

/** The error for what `parseArgs` rejects. */
function usageErrorOf(message: string, names: readonly string[]): UsageError {
  const [, unknown] = /^Unknown option '(.+?)'/.exec(message) ?? [];
  if (unknown === undefined) return new UsageError(message.replace(/\.?$/, '.'));
  const known = names.map((name) => `--${name}`);
  return new UsageError(`There is no flag "${unknown}"; ${didYouMean(unknown, known) || 'see --help.'}`);
}

function convert(value: unknown, type: Flag['type']): unknown {
  if (Array.isArray(value)) return value.map((each) => convert(each, type));
  if (type !== 'number' || typeof value !== 'string' || value.trim() === '') return value;
  const number = Number(value);
  return Number.isNaN(number) ? value : number;
}

/**
 * Validates flags.
 *
 * @throws {@link UsageError} with each error, named by its flag
 */
export async function validFlags(
  schema: FlagSchema | undefined,
  flags: readonly Flag[],
  values: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  if (schema === undefined) return {};
  const result = await schema['~standard'].validate(values);
  if (result.issues === undefined) return result.value;
  const lines = result.issues.map((issue) => {
    const flag = flags.find(({ key }) => key === keyOf(issue));
    if (flag === undefined) return issue.message;
    return values[flag.key] === undefined
      ? `--${flag.name} is required.`
      : `--${flag.name}: ${issue.message}`;
  });
  throw new UsageError(lines.join('\n'));
}
