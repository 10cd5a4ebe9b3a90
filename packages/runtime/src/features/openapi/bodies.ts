import { BODY_TYPES } from '../contract/media-type.ts';
import { isEqual, isJsonObject } from '../contract/json-schema.ts';
import type { ContentDescription, JsonSchema } from '../../kernel/pipeline/middleware-contract.ts';
import type { OpenApiContent } from './document.ts';
import type { Endpoint } from './endpoints.ts';
import { propertiesOf } from './object-properties.ts';
import type { SharedSchemas } from './components.ts';

/** The body of a route; undefined for methods whose bodies have no meaning (RFC 9110 9.3.1). */
export function bodyOf({ route, method }: Endpoint): ContentDescription | undefined {
  return method === 'get' || method === 'head' ? undefined : route.contract?.body;
}

const [JSON_TYPE, ...FORM_TYPES] = BODY_TYPES;

/**
 * The content of a body. A schema alone also accepts forms: they are listed when every property can be sent as a string, and
 * multipart alone when one is a file.
 *
 * @param content of the contract, with the schemas of the document
 */
export function requestContent(
  described: ContentDescription,
  content: OpenApiContent,
  schemas: SharedSchemas,
): OpenApiContent {
  if (!isSchemaAlone(described)) return content;
  const { schema = {} } = content[JSON_TYPE] ?? {};
  const properties = Array.from(propertiesOf(schema, schemas).values(), (property) => property.schema);
  if (properties.some((each) => isFile(each, schemas))) return { 'multipart/form-data': { schema } };
  const types = properties.length > 0 && properties.every((each) => isText(each, schemas)) ? FORM_TYPES : [];
  return Object.fromEntries([JSON_TYPE, ...types].map((type) => [type, { schema }]));
}

function isSchemaAlone(described: ContentDescription): boolean {
  const [first, ...others] = Object.values(described);
  return isEqual(Object.keys(described), BODY_TYPES) && others.every((other) => isEqual(other, first));
}

/** Whether a string can match a schema; for an array, its items. */
function isText(given: JsonSchema, schemas: SharedSchemas): boolean {
  const { type, const: only, enum: values, anyOf, oneOf, allOf, items } = schemas.resolve(given);
  const each = (list: unknown): boolean[] =>
    (Array.isArray(list) ? list.filter(isJsonObject) : []).map((schema) => isText(schema, schemas));
  if (only !== undefined) return typeof only === 'string';
  if (Array.isArray(values)) return values.some((value) => typeof value === 'string');
  if (Array.isArray(allOf)) return each(allOf).every(Boolean);
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined) return each(alternatives).some(Boolean);
  if (type === 'array') return items === undefined || (isJsonObject(items) && isText(items, schemas));
  return type === undefined || type === 'string' || (Array.isArray(type) && type.includes('string'));
}

function isFile(given: JsonSchema, schemas: SharedSchemas): boolean {
  const { format, items } = schemas.resolve(given);
  return format === 'binary' || (isJsonObject(items) && isFile(items, schemas));
}
