import { describe, expect, test } from 'vitest';
import * as a from '../../../src/a/index.ts';
import * as b from '../../../src/b/index.ts';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';

class Mailer {
  static readonly inject = [] as const;
}

class Accounts {
  static readonly inject = [Mailer] as const;
  process = () => new b.TextResponse('');
}

const suggestion =
  'There is no service "Mailr"; did you mean the class Mailer? Pass the class instead of its name.';

describe('the error of an unknown name suggests an injectable class', () => {
  test.each([
    ['registered under another name', new ServiceManager({ invokables: { post: Mailer } })],
    ['injected into a registered class', new ServiceManager({ invokables: { Accounts } })],
  ])('that is %s', (_case, container) => {
    expect(() => container.get('Mailr')).toThrow(suggestion);
  });

  test('that was requested', () => {
    const container = new ServiceManager();
    container.get(Mailer);

    expect(() => container.get('Mailr')).toThrow(suggestion);
    expect(() => container.get('Mailer')).toThrow(
      'There is no service "Mailer"; did you mean the class Mailer?',
    );
  });

  test.each<[string, (app: b.Application) => unknown]>([
    ['a route', (app) => app.get('/', Accounts)],
    ['an array of a route', (app) => app.get('/', [[Accounts]])],
    ['the pipeline', (app) => app.pipe(Accounts)],
    ['a path of the pipeline', (app) => app.pipe('/accounts', Accounts)],
  ])('that %s uses, before any request', (_place, register) => {
    const container = new ServiceManager();
    register(new b.Application({ container }));

    expect(() => container.get('Mailr')).toThrow(suggestion);
    expect(() => container.get('Acounts')).toThrow('did you mean the class Accounts?');
  });

  test('in variant A too', () => {
    const container = new ServiceManager();
    new a.Application({ container }).get('/', Accounts);

    expect(() => container.get('Mailr')).toThrow(suggestion);
  });

  test('unless a registered name is similar', () => {
    const container = new ServiceManager({ services: { mailer: 1 }, invokables: { Accounts } });

    expect(() => container.get('Mailr')).toThrow(
      'There is no service "Mailr" among 2; did you mean "mailer"?',
    );
    expect(() => container.get('Other')).toThrow(
      'There is no service "Other" among 2, nor one with a similar name.',
    );
  });
});
