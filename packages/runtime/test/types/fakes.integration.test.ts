import { describe, expect, test } from 'vitest';
import { type Checked, checkProgram } from './program.ts';

/** The errors of lines that fake services. */
const check = (lines: string): Checked =>
  checkProgram(`
    import type { MadeBy } from 'fw-runtime/b';
    import { fake, type Fake } from 'fw-runtime/testing';
    class Mailer {
      readonly #key = '';
      private count = 0;
      protected retries = 0;
      readonly from: string = 'ada@example.com';
      async send(to: string, text?: string): Promise<number> {
        return this.#key.length + this.count++ + this.retries + to.length + (text ?? '').length;
      }
      close(): void {}
    }
    class Repository<Item> {
      readonly #items = new Map<string, Item>();
      find(id: string): Item | undefined { return this.#items.get(id); }
    }
    abstract class Store { abstract get(key: string): string; }
    interface Post { readonly title: string }
    const createDb = async () => new Repository<Post>();
    declare module 'fw-runtime' {
      interface Services { mailer: Mailer; send: (to: string) => number; greeting: string; anything: unknown }
      interface ConfiguredServices { readonly db: MadeBy<typeof createDb> }
    }
    const from = '';
    const close = () => {};
    const send = async () => 1;
    ${lines}
  `);

test('a fake has the public members of a class, without a cast for its private ones', () => {
  const { errors } = check(`
    export const fakes: readonly Fake[] = [
      fake(Mailer, { from, close, send }),
      fake(Mailer, { from, close, send: async (to) => to.length }),
      fake(Mailer, new Mailer()),
      fake('mailer', { from, close, async send(to: string) { return to.length; } }),
      fake(Store, { get: (key) => key }),
      fake('Logger', { error: (record) => record.valueOf(), warn: () => {}, info: () => {} }),
      fake('send', (to) => to.length),
      fake('greeting', 'Hello'),
      fake('anything', { at: 'all' }),
    ];
  `);
  expect(errors).toEqual([]);
});

describe('a fake does not compile', () => {
  test.each([
    ['without a method', '{ from, send }', /^Property 'close' is missing in type/],
    ['with a misspelt method', '{ from, send, close, sned: send }', /'sned' does not exist in type/],
    [
      'with another type of parameter',
      '{ from, close, send: async (to: number) => to }',
      "Type 'string' is not assignable to type 'number'.",
    ],
    [
      'with another return type',
      "{ from, close, send: async () => 'sent' }",
      "Type 'string' is not assignable to type 'number'.",
    ],
    [
      'with another type of property',
      '{ from: 1, close, send }',
      "Type 'number' is not assignable to type 'string'.",
    ],
  ])('%s', (_case, value, reason) => {
    for (const id of ['Mailer', "'mailer'"]) {
      expect(check(`fake(${id}, ${value});`).reasons).toEqual([
        typeof reason === 'string' ? reason : expect.stringMatching(reason),
      ]);
    }
  });

  test('under a name whose type is not known', () => {
    expect(check("fake('mialer', { from, close, send });").errors).toEqual([
      expect.stringMatching(/^Argument of type '"mialer"' is not assignable to parameter of type/),
    ]);
  });
});

test('a fake of a generic class has the members of one of its types', () => {
  const { errors } = check(`
    fake(Repository, { find: () => undefined });
    fake(Repository<Post>, { find: () => ({ title: '' }) });
  `);
  expect(errors).toEqual([]);
  expect(check("fake(Repository<Post>, { find: () => ({ titel: '' }) });").reasons).toEqual([
    expect.stringMatching(/^Property 'title' is missing in type '{ titel: string; }'/),
  ]);
});

test('a fake of an asynchronous service is a promise of its public members', () => {
  const { errors } = check("fake('db', Promise.resolve({ find: () => ({ title: '' }) }));");
  expect(errors).toEqual([]);
  const { reasons } = check(`
    fake('db', { find: () => undefined });
    fake('db', Promise.resolve({ find: () => 1 }));
  `);
  expect(reasons).toEqual([
    expect.stringMatching(/'find' does not exist in type 'Promise|is missing the following properties/),
    expect.stringMatching("Type 'number' is not assignable to type"),
  ]);
});

test('the arguments of a method are inferred from the service', () => {
  const { shown } = check('fake(Mailer, { from, close, send: async (/*?*/ to, /*?*/ text) => to.length });');
  expect(shown).toEqual({ to: 'string', text: 'string | undefined' });
});
