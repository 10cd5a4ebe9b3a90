import type { Import } from '../../edit/imports.ts';
import type { Packages } from '../engine/installation.ts';
import type { Field } from './fields.ts';

/** A placeholder of a path, whose value is a string. */
export interface TextField {
  readonly name: string;
  /** Regular expressions for the whole value. */
  readonly patterns: readonly RegExp[];
  readonly isOptional: boolean;
}

/** Prints the schemas of a library. */
export interface SchemaLibrary {
  /** The packages for package.json. */
  readonly packages: Packages;
  readonly imported: Import;
  /** Prints the schema of a body's fields, which are JSON. The schema drops unknown keys. */
  body(fields: readonly Field[]): string;
  /** As `body`, but for fields that a database stores: strings match the constant `text`, and numbers fit their columns. */
  storedBody(fields: readonly Field[]): string;
  /** The schema of the constant `text`: a string that SQLite and PostgreSQL store unchanged. */
  readonly storedText: string;
  /** Prints the schema of a query's fields, which arrive as strings. The schema drops unknown keys. */
  query(fields: readonly Field[]): string;
  /** The import of flags besides `imported`, if there is one. */
  readonly flagImport?: Import;
  /** Prints the schema of a command's flags, as a property of its definition. A boolean is false when its flag is absent. */
  flags(fields: readonly Field[]): string;
  params(fields: readonly TextField[]): string;
  /** Any string. */
  readonly text: string;
  /** Any object. */
  readonly object: string;
}

/**
 * Strings that SQLite and PostgreSQL store unchanged: SQLite cuts text at U+0000, PostgreSQL rejects it, and both replace lone
 * surrogates. valibot has no JSON Schema for flags, and a repeated class of characters overflows the stack for 16 MB.
 */
export const STORED_TEXT: RegExp =
  /^(?![^]*(?:\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]))/;

/** The purpose of a schema: JSON of a body, the same for a database, or the strings of a query. */
export type Purpose = 'json' | 'stored' | 'text';
