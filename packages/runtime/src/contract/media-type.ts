import type { Content, Schema, SchemasByType } from './definition.ts';
import { Problem } from './problem.ts';

/** The media types that a body may have by a schema alone. */
export const BODY_TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
] as const;

/** Schemas of some libraries are functions. */
export function isSchema(content: unknown): content is Schema {
  if (content === null || (typeof content !== 'object' && typeof content !== 'function')) return false;
  const { '~standard': standard } = content as Partial<Schema>;
  return typeof standard?.validate === 'function';
}

/** The content of a request by media type. */
export function bodySchemas(content: Content): SchemasByType {
  return isSchema(content) ? Object.fromEntries(BODY_TYPES.map((type) => [type, content])) : content;
}

/** The content of a response by media type. */
export function responseSchemas(content: Content): SchemasByType {
  if (!isSchema(content)) return content;
  return { [content === Problem ? 'application/problem+json' : 'application/json']: content };
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

/** Whether a text is a media type as `mediaTypeOf` gives it; one for several, such as `image/*`, is none. */
export function isMediaType(text: string): boolean {
  return text !== '' && mediaTypeOf(text) === text && !text.includes('*');
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
