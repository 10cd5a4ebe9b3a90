import { describe, expect, test } from 'vitest';
import { type Checked, checkProgram } from './program.ts';

describe.each(['a', 'b'] as const)('the names of services, in variant %s', (variant) => {
  const check = (lines: string, names = 'readonly complete: true'): Checked =>
    checkProgram(`
      import {
        Application, type Config, type ConfigWith, type ContainerInterface, inject, type InjectedClass, type MadeBy,
        type ServiceId, type ServiceName, TextResponse,
      } from 'fw-runtime/${variant}';
      import { ServiceManager } from 'fw-runtime/service-manager';
      import { contract, resource } from 'fw-runtime/contract';
      class Db { readonly url = ''; }
      class Mailer { send(to: string): void { to.trim(); } }
      const createDb = async (container: ContainerInterface) => [container.get('cache'), new Db()] as const;
      const createRepository = (container: ContainerInterface) => ({ mailer: container.get('mailer') });
      declare module 'fw-runtime' {
        interface ConfiguredServices {
          readonly cache: unknown;
          readonly config: ConfigWith<{ readonly title: string; readonly mail: unknown }>;
          readonly db: MadeBy<typeof createDb>;
          readonly mailer: Mailer;
          readonly repository: MadeBy<typeof createRepository>;
        }
        interface ServiceNames { ${names} }
        interface Services { own: Mailer }
      }
      declare const container: ContainerInterface;
      const manager = new ServiceManager();
      const app = new Application();
      ${lines}
    `);

  test('that are registered compile, with a type where it is known', () => {
    const { errors, shown } = check(`
      const /*?*/ mailer = container.get('mailer');
      const /*?*/ own = manager.get('own');
      const /*?*/ logger = container.get('Logger');
      const /*?*/ repository = container.get('repository');
      const /*?*/ cache = container.get('cache');
      const map: Map<string, string> = container.get('cache');
      container.get<Db>('cache').url;
      container.get(Symbol());
      container.get(Mailer).send('');
      const name: ServiceName = 'cache';
      container.has('anything');
      manager.setService('new', 1);
      manager.setAlias('newer', 'new');
      const id: ServiceId = 'new';
      inject(['cache', 'mailer', Mailer, Symbol()], (cache: Db, /*?*/ injected) => [cache, injected]);
      class Show {
        static readonly inject = ['cache', 'mailer', 'RouterInterface'] as const;
        constructor(_cache: Db, _mailer: Mailer) {}
        process() { return new TextResponse(''); }
      }
      app.get('/', Show);
    `);

    expect(errors).toEqual([]);
    expect(shown).toEqual({
      mailer: 'Mailer',
      own: 'Mailer',
      logger: 'Logger',
      repository: '{ mailer: Mailer; }',
      cache: 'unknown',
      injected: 'Mailer',
    });
  });

  test('that no one registers do not compile', () => {
    const lines = `
      container.get('mailr');
      manager.get('mailr');
      container.get<Mailer>('mailr');
      inject(['mailr'], () => ({}));
      contract({}).handle(['mailr'], () => new TextResponse(''));
      resource('/x', { name: 'x', services: ['mailr'] }, () => ({}));
      class Show {
        static readonly inject = ['mailr'] as const;
        constructor(_mailer: Mailer) {}
        process() { return new TextResponse(''); }
      }
      app.get('/', Show);
      app.pipe(Show);
      manager.setInvokable('show', Show);
      Show satisfies InjectedClass<Show, typeof Show.inject>;
    `;
    const named = expect.stringMatching(/^(?:Argument of type|Type) '"mailr"' is not assignable to/);
    const unknown = `Property 'send' is missing in type 'UnknownService<"mailr">' but required in type 'Mailer'.`;
    expect(check(lines).reasons).toEqual([
      named,
      named,
      named,
      named,
      named,
      named,
      unknown,
      unknown,
      unknown,
      unknown,
    ]);
  });

  test('compile as before while the list of the services is incomplete', () => {
    const { errors } = check(
      `
        container.get('mailr');
        manager.get<Mailer>('mailr').send('');
        const cache: Db = container.get('cache');
        inject(['mailr', 'config'], () => ({}));
      `,
      '',
    );
    expect(errors).toEqual([]);
  });

  test('of the own keys of the configuration are checked', () => {
    const { errors, shown } = check(`
      inject(['config'], ({ /*?*/ title, server, debug }) => [title, server?.port, debug]);
      const config: Config = container.get('config');
      const settings = (config: Config) => config;
      settings(container.get('config'));
    `);
    expect(errors).toEqual([]);
    expect(shown).toEqual({ title: 'string' });
    const { reasons } = check(`
      inject(['config'], ({ titel }) => [titel]);
      container.get('config').titel;
      class Show {
        static readonly inject = ['config'] as const;
        constructor(_config: { readonly titel: string }) {}
        process() { return new TextResponse(''); }
      }
      app.get('/', Show);
    `);
    expect(reasons).toEqual([
      expect.stringMatching(/^Property 'titel' does not exist on type/),
      expect.stringMatching(/^Property 'titel' does not exist on type/),
      expect.stringMatching(/^Property 'titel' is missing in type/),
    ]);
  });
});

test('a factory without a return type may get other services of the list', () => {
  const { errors } = checkProgram(`
    import type { ContainerInterface, MadeBy } from 'fw-runtime/b';
    const createDb = (container: ContainerInterface) => ({ log: container.get('log'), url: container.get('config').url });
    const createLog = (container: ContainerInterface) => ({ cache: container.get('cache'), write: () => {} });
    declare module 'fw-runtime' {
      interface ConfiguredServices {
        readonly cache: unknown;
        readonly config: { readonly url: string };
        readonly db: MadeBy<typeof createDb>;
        readonly log: MadeBy<typeof createLog>;
      }
      interface ServiceNames { readonly complete: true }
    }
    declare const container: ContainerInterface;
    container.get('db').log.write();
  `);
  expect(errors).toEqual([]);
});
