import type { JsonSchema } from '../../kernel/pipeline/middleware-contract.ts';
import type { RouteDescription } from './route-description.ts';
import { isJsonObject } from '../contract/json-schema.ts';
import type { OpenApiParameter } from './document.ts';
import type { Endpoint } from './endpoints.ts';
import { type ObjectProperty, propertiesOf } from './object-properties.ts';
import type { SharedSchemas } from './components.ts';

/** A part of a contract that describes parameters. */
export type ParameterPart = 'params' | 'query' | 'headers' | 'cookies';

// OpenAPI ignores parameters with these names, because other parts of the document define them.
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization']);

/** The parameters of the path, then of the query, the headers and the cookies. */
export function parametersOf(
  { route, placeholders, names }: Endpoint,
  schemaOf: (part: ParameterPart) => JsonSchema | undefined,
  schemas: SharedSchemas,
): OpenApiParameter[] {
  const params = propertiesOf(schemaOf('params'), schemas);
  const inPath = placeholders.map(({ name, rest }, index) => {
    const { schema } = params.get(name) ?? { schema: { type: 'string' } };
    const parameter = {
      ...toParameter(names[index] ?? name, 'path', { schema, required: true }, schemas),
      schema: pathSchema(route, name, schema),
    };
    return rest ? { description: 'The remaining segments of the path.', ...parameter } : parameter;
  });
  return [
    ...inPath,
    ...partParameters('query', schemaOf('query'), schemas),
    ...otherQuery(schemaOf('query'), schemas),
    ...partParameters('header', schemaOf('headers'), schemas).filter(
      ({ name }) => !IGNORED_HEADERS.has(name.toLowerCase()),
    ),
    ...partParameters('cookie', schemaOf('cookies'), schemas),
  ];
}

function partParameters(
  place: OpenApiParameter['in'],
  schema: JsonSchema | undefined,
  schemas: SharedSchemas,
): OpenApiParameter[] {
  return Array.from(propertiesOf(schema, schemas), ([name, property]) =>
    toParameter(name, place, property, schemas),
  );
}

/** A parameter for every other key of the query, when its schema has additional properties. */
function otherQuery(schema: JsonSchema | undefined, schemas: SharedSchemas): OpenApiParameter[] {
  const { additionalProperties } = schemas.resolve(schema ?? {});
  if (!isJsonObject(additionalProperties) || Object.keys(additionalProperties).length === 0) return [];
  return [{ name: '*', in: 'query', schema: { type: 'object', additionalProperties } }];
}

function toParameter(
  name: string,
  place: OpenApiParameter['in'],
  { schema, required }: ObjectProperty,
  schemas: SharedSchemas,
): OpenApiParameter {
  const { description, deprecated } = { ...schemas.resolve(schema), ...schema };
  return {
    name,
    in: place,
    ...(required && { required }),
    ...(typeof description === 'string' && { description }),
    ...(deprecated === true && { deprecated }),
    schema,
  };
}

/** The schema of a path parameter in the contract, combined with the constraints of the path. */
function pathSchema({ placeholders }: RouteDescription, name: string, schema: JsonSchema): JsonSchema {
  const placeholder = placeholders.find((each) => each.name === name);
  const patterns = (placeholder?.flags === undefined ? (placeholder?.restrictions ?? []) : [])
    .filter((source) => source !== '.*' && isPattern(source))
    .map((source) => `^(?:${source})$`)
    .filter((pattern) => pattern !== schema['pattern']);
  const [first, ...others] = patterns.map((pattern) => ({ pattern }));
  if (first === undefined) return schema;
  if (others.length === 0 && schema['pattern'] === undefined && schema['$ref'] === undefined) {
    return { ...schema, ...first };
  }
  return { allOf: [schema, first, ...others] };
}

/** Whether a regular expression is valid in JSON Schema, whose patterns have the flag "u". */
function isPattern(source: string): boolean {
  try {
    return new RegExp(`^(?:${source})$`, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
