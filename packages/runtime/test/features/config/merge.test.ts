import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Config, ConfigError, mergeConfig, mergeRemove, mergeReplace } from '../../../src/index.ts';

class Service {
  readonly options = { a: 1 };
}

const ping = (): void => {};

/** A map with this key, as a JSON file can hold it. */
const hostile = (key: string): object => JSON.parse(`{"${key}":{"evil":true}}`) as object;

describe('merging configuration (C1)', () => {
  const service = new Service();
  const other = new Service();
  const date = new Date(0);

  test.for<readonly [string, readonly object[], unknown]>([
    ['nothing is an empty map', [], {}],
    ['one map is itself', [{ a: 1 }], { a: 1 }],
    ['values are replaced', [{ a: 1, b: 1 }, { a: 2 }], { a: 2, b: 1 }],
    ['even by null', [{ a: 1 }, { a: null }], { a: null }],
    ['even by false', [{ a: true }, { a: false }], { a: false }],
    [
      'maps recurse',
      [{ a: { b: { c: 1 }, d: 1 } }, { a: { b: { e: 2 } } }],
      { a: { b: { c: 1, e: 2 }, d: 1 } },
    ],
    ['lists append', [{ a: [1, 2] }, { a: [2, 3] }], { a: [1, 2, 2, 3] }],
    [
      'lists append in maps',
      [{ a: { b: [1] } }, { a: { b: [2] } }, { a: { b: [3] } }],
      { a: { b: [1, 2, 3] } },
    ],
    ['a list replaces a map', [{ a: { b: 1 } }, { a: [1] }], { a: [1] }],
    ['a map replaces a list', [{ a: [1] }, { a: { b: 1 } }], { a: { b: 1 } }],
    ['a value replaces a map', [{ a: { b: 1 } }, { a: 1 }], { a: 1 }],
    ['maps in lists are not merged', [{ a: [{ b: 1 }] }, { a: [{ c: 2 }] }], { a: [{ b: 1 }, { c: 2 }] }],
    [
      'only what is enumerable is merged',
      [Object.defineProperties({ a: 1 }, { b: { value: 2 }, [Symbol('c')]: { value: 3 } }), { d: 4 }],
      { a: 1, d: 4 },
    ],
    ['instances of classes are values', [{ a: service }, { a: other }], { a: other }],
    ['an instance replaces a map', [{ a: { options: 1 } }, { a: service }], { a: service }],
    ['a map replaces an instance', [{ a: service }, { a: { b: 1 } }], { a: { b: 1 } }],
    ['dates are values', [{ a: date }, { a: { b: 1 } }, { a: date }], { a: date }],
    ['functions are values', [{ a: ping }, { a: Service }], { a: Service }],
    [
      'maps without prototype are maps',
      [{ a: Object.assign(Object.create(null), { b: 1 }) }, { a: { c: 2 } }],
      { a: { b: 1, c: 2 } },
    ],
    ['mergeReplace replaces a list', [{ a: [1] }, { a: mergeReplace([2]) }], { a: [2] }],
    ['mergeReplace replaces a map', [{ a: { b: 1 } }, { a: mergeReplace({ c: 2 }) }], { a: { c: 2 } }],
    [
      'what follows a mergeReplace is merged',
      [{ a: [1] }, { a: mergeReplace([2]) }, { a: [3] }],
      { a: [2, 3] },
    ],
    [
      'the last mergeReplace counts',
      [{ a: mergeReplace([1]) }, { a: [2] }, { a: mergeReplace([3]) }],
      { a: [3] },
    ],
    ['mergeReplace is in the first object too', [{ a: mergeReplace([1]) }], { a: [1] }],
    [
      'mergeReplace is nested',
      [{ a: { b: [1], c: 1 } }, { a: { b: mergeReplace([2]) } }],
      { a: { b: [2], c: 1 } },
    ],
    ['mergeReplace takes instances', [{ a: { b: 1 } }, { a: mergeReplace(service) }], { a: service }],
    ['mergeRemove removes', [{ a: 1, b: 2 }, { a: mergeRemove }], { b: 2 }],
    ['mergeRemove removes what is not there', [{ b: 2 }, { a: mergeRemove }], { b: 2 }],
    ['mergeRemove removes deep', [{ a: { b: [1], c: 1 } }, { a: { b: mergeRemove } }], { a: { c: 1 } }],
    ['mergeRemove removes in a new map', [{}, { a: { b: mergeRemove, c: 1 } }], { a: { c: 1 } }],
    ['mergeRemove removes what a mergeReplace has set', [{ a: mergeReplace([1]) }, { a: mergeRemove }], {}],
    [
      'mergeRemove removes in what a mergeReplace has set',
      [{ a: mergeReplace({ b: 1, c: 1 }) }, { a: { b: mergeRemove } }],
      { a: { c: 1 } },
    ],
    ['mergeReplace of mergeRemove removes', [{ a: 1 }, { a: mergeReplace(mergeRemove) }], {}],
    [
      'what was removed after a mergeReplace can come again',
      [{ a: mergeReplace([1]) }, { a: mergeRemove }, { a: [2] }],
      { a: [2] },
    ],
    [
      'what was removed can come again',
      [{ a: { b: 1 } }, { a: mergeRemove }, { a: { c: 2 } }],
      { a: { c: 2 } },
    ],
    [
      'mergeRemove removes in a mergeReplace',
      [{ a: 1 }, { a: mergeReplace({ b: mergeRemove, c: 1 }) }],
      { a: { c: 1 } },
    ],
  ])('%s', ([, configs, merged]) => {
    expect(mergeConfig(...configs)).toStrictEqual(merged);
  });

  test('keeps instances as they are', () => {
    const merged = mergeConfig({ a: { service } }, { list: [date, service] });
    expect((merged['a'] as Config)['service']).toBe(service);
    expect(merged['list']).toEqual([date, service]);
    expect((merged['list'] as unknown[])[1]).toBe(service);
  });

  test('keeps services whose id is a symbol', () => {
    const one = Symbol('one');
    const two = Symbol('two');
    const merged = mergeConfig(
      { dependencies: { services: { [one]: 1, x: 1 } } },
      { dependencies: { services: { [two]: 2 } } },
      { dependencies: { services: { [one]: 3 } } },
    );
    expect(merged).toStrictEqual({ dependencies: { services: { [one]: 3, [two]: 2, x: 1 } } });
  });

  test('returns new objects and arrays, so no caller changes another’s configuration', () => {
    const given = { a: { b: [{ c: 1 }] } };
    const merged = mergeConfig(given) as typeof given;
    merged.a.b.push({ c: 2 });
    const [first] = merged.a.b;
    if (first !== undefined) first.c = 9;
    expect(given).toEqual({ a: { b: [{ c: 1 }] } });
  });
});

describe('keys that could change a prototype (C1)', () => {
  test.for(['__proto__', 'constructor', 'prototype'])('%s is rejected, wherever it is', (key) => {
    const places: readonly (readonly [object, string])[] = [
      [hostile(key), key],
      [{ a: hostile(key) }, `a.${key}`],
      [{ a: { b: hostile(key) } }, `a.b.${key}`],
    ];
    for (const [config, path] of places) {
      for (const configs of [[config], [{}, config], [{ a: { b: {} } }, config]]) {
        expect(() => mergeConfig(...configs)).toThrow(ConfigError);
        expect(() => mergeConfig(...configs)).toThrow(
          `The configuration has an error:\n- ${path}: expected another key, received the key "${key}"`,
        );
      }
    }
  });

  test.for(['__proto__', 'constructor', 'prototype'])(
    '%s is rejected in arrays and in replacements',
    (key) => {
      for (const config of [
        { a: [hostile(key)] },
        { a: [[{ b: hostile(key) }]] },
        { a: mergeReplace(hostile(key)) },
        { a: mergeReplace([hostile(key)]) },
      ]) {
        expect(() => mergeConfig(config)).toThrow(ConfigError);
        expect(() => mergeConfig({ a: [] }, config)).toThrow(ConfigError);
      }
      expect({}).not.toHaveProperty('evil');
    },
  );
});

/** Plain data in which a key always holds the same type of value, as in the files of one project. */
const { map: plainMap } = fc.letrec<{ map: Record<string, unknown>; list: unknown[] }>((tie) => ({
  map: fc.record(
    {
      value: fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null)),
      other: fc.integer(),
      list: tie('list'),
      map: tie('map'),
      toString: fc.integer(),
    },
    { requiredKeys: [] },
  ),
  list: fc.oneof(
    { maxDepth: 2 },
    fc.array(fc.integer(), { maxLength: 3 }),
    fc.array(tie('map'), { maxLength: 2 }),
  ),
}));

describe('for plain data', () => {
  test('the order in which objects are merged first does not matter', () => {
    fc.assert(
      fc.property(plainMap, plainMap, plainMap, (a, b, c) => {
        const together = mergeConfig(a, b, c);
        expect(mergeConfig(mergeConfig(a, b), c)).toStrictEqual(together);
        expect(mergeConfig(a, mergeConfig(b, c))).toStrictEqual(together);
      }),
    );
  });

  test('an empty object changes nothing', () => {
    fc.assert(
      fc.property(plainMap, (a) => {
        expect(mergeConfig(a, {})).toEqual(a);
        expect(mergeConfig({}, a)).toEqual(a);
      }),
    );
  });

  test('the arguments are not changed', () => {
    fc.assert(
      fc.property(plainMap, plainMap, (a, b) => {
        const before = structuredClone([a, b]);
        mergeConfig(a, b);
        expect([a, b]).toEqual(before);
      }),
    );
  });

  test('no prototype is changed, whatever JSON is merged', () => {
    const keys = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'a');
    const { json } = fc.letrec<{ json: string }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('1', '"x"', 'null', '[]'),
        fc.array(tie('json'), { maxLength: 2 }).map((items) => `[${items.join(',')}]`),
        fc
          .array(fc.tuple(keys, tie('json')), { minLength: 1, maxLength: 3 })
          .map((entries) => `{${entries.map(([key, item]) => `"${key}":${item}`).join(',')}}`),
      ),
    }));
    const before = Reflect.ownKeys(Object.prototype);
    fc.assert(
      fc.property(json, json, (one, other) => {
        const configs = [one, other].map((item) => JSON.parse(`{"a":${item}}`) as object);
        const merged = mergedOrRefused(...configs, { a: mergeReplace(configs[0]) });
        expect(findForeignPrototype(merged)).toBeUndefined();
        expect(Reflect.ownKeys(Object.prototype)).toEqual(before);
      }),
      { numRuns: 500 },
    );
  });
});

function mergedOrRefused(...configs: readonly object[]): Config | undefined {
  try {
    return mergeConfig(...configs);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/** A map in plain data whose prototype is not that of every map. */
function findForeignPrototype(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.values(value)
    .map(findForeignPrototype)
    .find((found) => found !== undefined);
}
