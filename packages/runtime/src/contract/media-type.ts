import type { Content, Schema, SchemasByType } from './definition.ts';

/** The media types that a body may have by a schema alone. */
export const BODY_TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
] as const;

export function isSchema(content: Content): content is Schema {
  return '~standard' in content;
}

/** The content of a request by media type. */
export function bodySchemas(content: Content): SchemasByType {
  return isSchema(content) ? Object.fromEntries(BODY_TYPES.map((type) => [type, content])) : content;
}

/** The content of a response by media type. */
export function responseSchemas(content: Content): SchemasByType {
  return isSchema(content) ? { 'application/json': content } : content;
}

const TOKEN = "[!#$%&'*+.^_`|~\\w-]+";
// A header of several lines has a comma between them, and so is none.
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

/** The schema for a media type: that of its name, or of a type that stands for it. */
export function schemaFor(schemas: SchemasByType, type: string): Schema | undefined {
  if (Object.hasOwn(schemas, type)) return schemas[type];
  return isJson(type) && Object.hasOwn(schemas, 'application/json') ? schemas['application/json'] : undefined;
}
