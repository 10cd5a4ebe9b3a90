import type { JsonSchema } from '../../kernel/pipeline/middleware-contract.ts';
import { isEqual, isJsonObject } from '../contract/json-schema.ts';
import type { SharedSchemas } from './components.ts';

export interface ObjectProperty {
  readonly schema: JsonSchema;
  readonly required: boolean;
}

type Properties = ReadonlyMap<string, ObjectProperty>;

/** The properties of an object with a schema, including the properties of all its alternatives. */
export function propertiesOf(schema: JsonSchema | undefined, schemas: SharedSchemas): Properties {
  const { properties, required, allOf, anyOf, oneOf } = schemas.resolve(schema ?? {});
  const names: unknown[] = Array.isArray(required) ? required : [];
  const own: Properties = new Map(
    Object.entries(isJsonObject(properties) ? properties : {}).map(([name, property]) => [
      name,
      { schema: isJsonObject(property) ? property : {}, required: names.includes(name) },
    ]),
  );
  const within = (list: unknown): Properties[] =>
    (Array.isArray(list) ? list.filter(isJsonObject) : []).map((each) => propertiesOf(each, schemas));
  return joined('allOf', [
    own,
    ...within(allOf),
    joined('anyOf', within(anyOf)),
    joined('anyOf', within(oneOf)),
  ]);
}

/** The properties of an object that matches all of several schemas, or one of them. */
function joined(keyword: 'allOf' | 'anyOf', all: readonly Properties[]): Properties {
  const names = new Set(all.flatMap((properties) => [...properties.keys()]));
  return new Map(
    Array.from(names, (name) => {
      const found = all.flatMap((properties) => properties.get(name) ?? []);
      const different = found
        .map(({ schema }) => schema)
        .filter((schema, index, list) => list.findIndex((each) => isEqual(each, schema)) === index);
      const [first = {}] = different;
      const required = found.filter((property) => property.required);
      return [
        name,
        {
          schema: different.length === 1 ? first : { [keyword]: different },
          required: keyword === 'allOf' ? required.length > 0 : required.length === all.length,
        },
      ];
    }),
  );
}
