import { type Content, isStandardSchema, type Schema, type SchemasByType } from './definition.ts';
import { Problem } from './problem.ts';

/** The media types of a body whose content is a schema alone. */
export const BODY_TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
] as const;

/** The content of a request by media type. */
export function bodySchemas(content: Content): SchemasByType {
  return isStandardSchema(content) ? Object.fromEntries(BODY_TYPES.map((type) => [type, content])) : content;
}

/** The content of a response by media type. */
export function responseSchemas(content: Content): SchemasByType {
  if (!isStandardSchema(content)) return content;
  return { [content === Problem ? 'application/problem+json' : 'application/json']: content };
}

const TOKEN = "[!#$%&'*+.^_`|~\\w-]+";
// Several header lines are joined by a comma, and don't match.
const CONTENT_TYPE = new RegExp(
  `^(${TOKEN}/${TOKEN})[\\t ]*(?:;[\\t ]*(?:${TOKEN}=(?:"(?:[^"\\\\]|\\\\.)*"|[^\\s";,]*)[\\t ]*)?)*$`,
);

/** The media type of a Content-Type, in lower case, without parameters; "" where it is malformed or has several lines. */
export function mediaTypeOf(header: string): string {
  return CONTENT_TYPE.exec(header)?.[1]?.toLowerCase() ?? '';
}

export function isJson(type: string): boolean {
  return type === 'application/json' || (type.startsWith('application/') && type.endsWith('+json'));
}

export function isForm(type: string): boolean {
  return type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data';
}

/** The schema for a media type; the schema of `application/json` also applies to types such as `application/x+json`. */
export function schemaFor(schemas: SchemasByType, type: string): Schema | undefined {
  if (Object.hasOwn(schemas, type)) return schemas[type];
  return isJson(type) && Object.hasOwn(schemas, 'application/json') ? schemas['application/json'] : undefined;
}
