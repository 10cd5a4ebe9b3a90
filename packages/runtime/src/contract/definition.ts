import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { OperationTexts } from '../pipeline/kept-contract.ts';

/** A schema of any library that follows Standard Schema, such as zod, valibot or arktype. */
export type Schema<Input = unknown, Output = Input> = StandardSchemaV1<Input, Output>;

/** Schemas by media type, in lower case and without parameters, such as `{ 'text/csv': Csv }`. */
export type SchemasByType = Readonly<Record<string, Schema>>;

/** What a body is: by a schema alone JSON or, of a request, also a form. */
export type Content = Schema | SchemasByType;

/** A status, a class of statuses, or any that is not named. */
export type ResponseKey = number | `${2 | 3 | 4 | 5}XX` | 'default';

/** What may be answered, by status; null: without a body. */
export type Responses = { readonly [Key in ResponseKey]?: Content | null };

/** What a route takes and answers. What is left out is not checked. */
export interface ContractDefinition<
  Params = Schema | undefined,
  Query = Schema | undefined,
  Headers = Schema | undefined,
  Cookies = Schema | undefined,
  Body = Content | undefined,
  Answers = Responses | undefined,
> extends OperationTexts {
  /** Of the parameters of the path, which arrive as text. */
  readonly params?: Params;
  /** Of the query: each value is text; a key that is repeated is a list. */
  readonly query?: Query;
  /** Of the headers, by names in lower case. */
  readonly headers?: Headers;
  readonly cookies?: Cookies;
  /** Of the body: by a schema alone JSON or a form, else what the media types say. GET and HEAD have none. */
  readonly body?: Body;
  /** By status; null: without a body. With `debug`, what is answered is checked. */
  readonly responses?: Answers;
}

/** The parts of a request that a contract may have schemas for. */
export type PartName = 'params' | 'query' | 'headers' | 'cookies' | 'body';

// Conditional types, so that editors show what they come to.

/** What the schemas make of a request: the parts that have one. */
export type InputOf<Parts> = Parts extends infer Given
  ? { readonly [Part in keyof Given as Given[Part] extends Content ? Part : never]: OutputOf<Given[Part]> }
  : never;

type OutputOf<Given> = Given extends Schema
  ? StandardSchemaV1.InferOutput<Given>
  : Given extends SchemasByType
    ? StandardSchemaV1.InferOutput<Given[keyof Given]>
    : never;

/** The parameters that a path must have for the schema of them. */
export type ParamsOf<Params> = Params extends Schema
  ? StandardSchemaV1.InferInput<Params> extends infer Values
    ? { [Name in keyof Values]: string }
    : never
  : Record<string, string>;

/** What may be answered as JSON, by status. */
export type JsonOf<Answers> = Answers extends infer Given
  ? {
      readonly [
        Status in keyof Given as Status extends number
          ? Given[Status] extends JsonContent
            ? Status
            : never
          : never
      ]: JsonIn<Given[Status]>;
    }
  : never;

type JsonType = 'application/json' | `application/${string}+json`;
type JsonContent = Schema | { readonly [Type in JsonType]?: Schema };

type JsonIn<Given> = Given extends Schema
  ? StandardSchemaV1.InferInput<Given>
  : Given extends SchemasByType
    ? StandardSchemaV1.InferInput<Given[Extract<keyof Given, JsonType>]>
    : never;

/** Refuses other keys than those; the compiler tells what it is told. */
export type Only<Key extends PropertyKey, Given, Told extends string> = Given extends Schema | undefined
  ? unknown
  : { readonly [Name in Exclude<keyof Given, Key>]: Told };
