import type { Import } from '../../edit/imports.ts';
import type { Packages } from '../engine/packages.ts';
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
  /** Prints the schema of a body's fields, which are JSON. */
  body(fields: readonly Field[]): string;
  /** Prints the schema of a query's fields, which arrive as strings. */
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
