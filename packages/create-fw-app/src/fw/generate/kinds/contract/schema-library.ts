import type { Import } from '../../../edit/imports.ts';
import type { Packages } from '../../engine/packages.ts';
import type { Field } from './fields.ts';

/** A placeholder of a path, whose value is a text. */
export interface TextField {
  readonly name: string;
  /** Regular expressions for the whole value. */
  readonly patterns: readonly RegExp[];
  readonly isOptional: boolean;
}

/** Writes the schemas of a library. */
export interface SchemaLibrary {
  /** What package.json has to ask for. */
  readonly packages: Packages;
  readonly imported: Import;
  /** The fields of a body, which is JSON. */
  body(fields: readonly Field[]): string;
  /** The fields of a query, which arrive as text. */
  query(fields: readonly Field[]): string;
  params(fields: readonly TextField[]): string;
  /** Any text. */
  readonly text: string;
  /** Any object. */
  readonly object: string;
}
