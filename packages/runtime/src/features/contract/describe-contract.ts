import type { SchemaConverters } from '../../kernel/config.ts';
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { messageOf } from '../../kernel/errors/describe.ts';
import type {
  ContentDescription,
  ContractDescription,
  JsonSchema,
  SchemaDescription,
} from '../../kernel/pipeline/middleware-contract.ts';
import type { ContractDefinition, Schema, SchemasByType } from './definition.ts';
import { keyOf } from './form-values.ts';
import { mapSchemas } from './json-schema.ts';
import { bodySchemas, responseSchemas } from './media-type.ts';

const TARGET = { target: 'draft-2020-12' };

/** A contract as plain data. */
export function describeContract(
  { params, query, headers, cookies, body, responses, ...texts }: ContractDefinition,
  converters: SchemaConverters = {},
): ContractDescription {
  const describe = (schema: Schema): SchemaDescription => describeSchema(schema, converters);
  const describeAll = (schemas: SchemasByType): ContentDescription =>
    Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, describe(schema)]));
  const parts = Object.entries({ params, query, headers, cookies }).flatMap(([name, schema]) =>
    schema === undefined ? [] : [[name, describe(schema)] as const],
  );
  const statuses = Object.entries(responses ?? {}).map(
    ([status, content]) => [status, content ? describeAll(responseSchemas(content)) : null] as const,
  );
  return {
    ...texts,
    ...Object.fromEntries(parts),
    ...(body && { body: describeAll(bodySchemas(body)) }),
    ...(responses && { responses: Object.fromEntries(statuses) }),
  };
}

/** The required keys of an object: the keys that its schema reports for an empty object. */
export function requiredKeys(schema: Schema): readonly string[] {
  const { value = {} } = attempt(() => schema['~standard'].validate({}));
  // The keys of an asynchronous schema stay unknown.
  if (value instanceof Promise) value.catch(() => {});
  const { issues = [] } = value as { readonly issues?: readonly StandardSchemaV1.Issue[] };
  return issues
    .map(keyOf)
    .filter((key) => key !== undefined)
    .map(String);
}

/** Gets the JSON Schema from the schema itself, or else from the converter for its library. */
function describeSchema(schema: Schema, converters: SchemaConverters): SchemaDescription {
  const { vendor, jsonSchema } = schema['~standard'] as Schema['~standard'] &
    Partial<StandardJSONSchemaV1['~standard']>;
  const convert = Object.hasOwn(converters, vendor) ? converters[vendor] : undefined;
  const own = jsonSchema && attempt(() => jsonSchema.input(TARGET));
  const converted = convert && own?.value === undefined ? attempt(() => convert(schema as never)) : own;
  if (converted?.value === undefined) {
    const reason = converted?.error ?? `${vendor} has no JSON Schema of its own`;
    const advice = convert === undefined ? `: add a converter to openapi.converters.${vendor}` : '';
    return { vendor, fault: reason + advice };
  }
  const { $schema: _, ...rest } = converted.value as JsonSchema;
  return { vendor, schema: mapSchemas(rest, normalize) };
}

function attempt(make: () => object): { readonly value?: object; readonly error?: string } {
  try {
    return { value: make() };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

/** Makes schemas of all libraries alike: `required` is sorted, and left out when empty; constants have their type. */
function normalize({ required, ...schema }: JsonSchema): JsonSchema {
  const constants = 'const' in schema ? [schema['const']] : schema['enum'];
  const types = new Set(Array.isArray(constants) ? constants.map((value) => typeof value) : []);
  const [type = ''] = types.size === 1 ? types : [];
  return {
    ...(['string', 'number', 'boolean'].includes(type) && { type }),
    ...schema,
    ...(Array.isArray(required) && required.length > 0 && { required: required.toSorted() }),
  };
}
