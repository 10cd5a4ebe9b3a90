import { describe, expect, test } from 'vitest';
import { type Checked, checkProgram } from './program.ts';

describe.each(['a', 'b'] as const)(
  'the services that the configuration declares, in variant %s',
  (variant) => {
    const check = (lines: string, services = ''): Checked =>
      checkProgram(`
      import { inject, type ContainerInterface, type InjectedClass, type MadeBy, type ServiceFactory } from 'fw-runtime/${variant}';
      class Db { readonly url = ''; }
      const createDb = async (_container: ContainerInterface) => new Db();
      const anything: ServiceFactory = () => new Db();
      class LogFactory { create(container: ContainerInterface) { return { log: [container] }; } }
      declare module 'fw-runtime' {
        interface ConfiguredServices {
          readonly db: MadeBy<typeof createDb>;
          readonly log: MadeBy<typeof LogFactory>;
          readonly anything: MadeBy<typeof anything>;
          readonly config: { readonly title: string };
          readonly own: string;
        }
        interface Services { ${services} }
      }
      declare const container: ContainerInterface;
      ${lines}
    `);

    test('have types for get, inject and a static inject; of a factory what it makes', () => {
      const { errors, shown } = check(`
      const /*?*/ db = container.get('db');
      const /*?*/ log = container.get('log').log;
      const /*?*/ title = container.get('config').title;
      inject(['db', 'log'], (/*?*/ made, { log }) => [made.url, log]);
      class Show {
        static readonly inject = ['db', 'log'] as const;
        constructor(_db: Db, _log: { readonly log: unknown[] }) {}
      }
      Show satisfies InjectedClass<Show, typeof Show.inject>;
    `);

      expect(errors).toEqual([]);
      expect(shown).toEqual({
        db: 'Promise<Db>',
        log: 'ContainerInterface[]',
        title: 'string',
        made: 'Db',
      });
    });

    test('are rejected in place of another type', () => {
      const { reasons } = check(`
      const url: number = container.get('own');
      inject(['db'], (db: string) => [db]);
    `);

      expect(reasons).toEqual([
        "Type 'string' is not assignable to type 'number'.",
        expect.stringMatching("Type 'Db' is not assignable to type 'string'"),
      ]);
    });

    test("leave unknown services alone, and the project's own declarations", () => {
      const lines = `
      inject(['anything', 'nobody'], (anything: Db, nobody: string) => [anything, nobody]);
      const /*?*/ known = container.get('anything');
    `;
      expect(check(lines)).toMatchObject({ errors: [], shown: { known: 'unknown' } });
      const { errors, shown } = check(
        "const /*?*/ better = container.get('own'); inject(['own', 'db'], (own: 1, db) => [own, db.url]);",
        'own: 1',
      );
      expect({ errors, shown }).toEqual({ errors: [], shown: { better: '1' } });
    });
  },
);
