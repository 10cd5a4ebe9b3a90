import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { OperationTexts } from '../pipeline/kept-contract.ts';

/** A schema of any library that follows Standard Schema, such as zod, valibot or arktype. */
export type Schema<Input = unknown, Output = Input> = StandardSchemaV1<Input, Output>;

/** Schemas by media type, such as `{ 'text/csv': Csv }`. */
export type SchemasByType = Readonly<Record<string, Schema>>;

/** What a body is: by a schema alone JSON or, of a request, also a form. */
export type Content = Schema | SchemasByType;

/** A status, a class of statuses, or any that is not named. */
export type ResponseKey = number | `${1 | 2 | 3 | 4 | 5}XX` | 'default';

/** What a route takes and answers. What is left out is not checked. */
export interface ContractDefinition extends OperationTexts {
  /** Of the parameters of the path, which arrive as text. */
  readonly params?: Schema;
  /** Of the query: each value is text; a key that is repeated is a list. */
  readonly query?: Schema;
  /** Of the headers, by names in lower case. */
  readonly headers?: Schema;
  readonly cookies?: Schema;
  readonly body?: Content;
  /** By status; null: without a body. With `debug`, what is answered is checked. */
  readonly responses?: Readonly<{ [Key in ResponseKey]?: Content | null }>;
}

/** The parts of a request that a contract may have schemas for. */
export type PartName = 'params' | 'query' | 'headers' | 'cookies' | 'body';

/** What the schemas of a contract make of a request: the parts that have one. */
export type InputOf<Definition extends ContractDefinition> = {
  readonly [Part in Extract<keyof Definition, PartName>]: OutputOf<NonNullable<Definition[Part]>>;
};

type OutputOf<Given> = Given extends Schema
  ? StandardSchemaV1.InferOutput<Given>
  : Given extends SchemasByType
    ? StandardSchemaV1.InferOutput<Given[keyof Given]>
    : never;

/** The parameters that a path must have for a contract. */
export type ParamsOf<Definition extends ContractDefinition> = Definition extends {
  readonly params: infer Params extends Schema;
}
  ? { [Name in keyof StandardSchemaV1.InferInput<Params>]: string }
  : Record<string, string>;
