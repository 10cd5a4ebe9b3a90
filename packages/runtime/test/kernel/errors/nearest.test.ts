import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as a from '../../../src/a/index.ts';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import { didYouMean, whatElse } from '../../../src/kernel/errors/describe.ts';
import { Application, ConfigError, Route } from '../../../src/b/index.ts';
import { findConfigErrors } from '../../../src/features/config/check.ts';
import { TreeRouter } from '../../../src/index.ts';

describe('the names that may have been meant', () => {
  const known = ['Ping', 'HelloWorld', 'Database', 'post', 'posts', 'user.show'];

  test.for([
    ['Pnig', 'did you mean "Ping"?'],
    ['ping', 'did you mean "Ping"?'],
    ['Pin', 'did you mean "Ping"?'],
    ['Pings', 'did you mean "Ping"?'],
    ['HelloWord', 'did you mean "HelloWorld"?'],
    ['Helo World', 'did you mean "HelloWorld"?'],
    ['poste', 'did you mean "post" or "posts"?'],
    ['psots', 'did you mean "posts"?'],
    ['user.shwo', 'did you mean "user.show"?'],
    ['Mailer', ''],
    ['', ''],
    ['x', ''],
    ['Ping'.repeat(50), ''],
  ] as const)('for %j: %s', ([wanted, suggestion]) => {
    expect(didYouMean(wanted, known)).toBe(suggestion);
  });

  test('are three at most, the nearest first, each once', () => {
    expect(didYouMean('cards', ['cord', 'card', 'car', 'cards2', 'cards', 'cards'])).toBe(
      'did you mean "cards", "card" or "cards2"?',
    );
  });

  test('are listed with their number', () => {
    expect(whatElse('Pnig', known)).toBe(' among 6; did you mean "Ping"?');
    expect(whatElse('Mailer', known)).toBe(' among 6, nor one with a similar name.');
    expect(whatElse('Mailer', [])).toBe(', nor any other.');
  });

  test('are found for every single typing mistake', () => {
    const name = fc.stringMatching(/^[a-z]{4,12}$/);
    const mistake = fc.constantFrom<(text: string, at: number) => string>(
      (text, at) => text.slice(0, at) + text.slice(at + 1),
      (text, at) => `${text.slice(0, at)}#${text.slice(at)}`,
      (text, at) => `${text.slice(0, at)}#${text.slice(at + 1)}`,
      (text, at) =>
        text.slice(0, at) +
        text
          .slice(at, at + 2)
          .split('')
          .toReversed()
          .join('') +
        text.slice(at + 2),
    );
    fc.assert(
      fc.property(name, mistake, fc.nat(), (right, make, at) => {
        expect(didYouMean(make(right, at % right.length), [right])).toBe(`did you mean "${right}"?`);
      }),
    );
  });
});

describe('a similar name gets the nearest name as a suggestion', () => {
  class Ping {
    readonly name = 'ping';
  }

  test('of a service', () => {
    const container = new ServiceManager({ invokables: { Ping, Db: Ping }, aliases: { Pong: 'Ping' } });
    expect(() => container.get('Pimg')).toThrow('There is no service "Pimg" among 3; did you mean "Ping"?');
    class Pings extends Ping {}
    expect(() => container.get(Pings)).toThrow('There is no service "Pings" among 3; did you mean "Ping"?');
  });

  test('of a route', () => {
    const router = new TreeRouter();
    router.addRoute(new Route('/post/{id}', 'x', ['GET'], 'post'));
    router.addRoute(new Route('/', 'x', ['GET'], 'home'));
    expect(() => router.generateUri('psot')).toThrow(
      'There is no route "psot" among 2; did you mean "post"?',
    );
  });

  test('of a key in configuration', () => {
    const faults = findConfigErrors(
      { middleware_pipeline: [{ middleware: 'x', priorty: 7 }], server: { prot: 1 } },
      { errorFlag: true },
      'config/autoload/pipeline.global.ts',
    );
    expect(new ConfigError(faults).message).toMatch(
      new RegExp(
        '^The configuration has 2 errors:\n' +
          '- config/autoload/pipeline.global.ts: middleware_pipeline\\[0\\].priorty: expected one of the keys ' +
          'middleware, path, priority, error, received the key "priorty"; did you mean "priority"\\?\n' +
          '- config/autoload/pipeline.global.ts: server.prot: expected one of the keys ' +
          'host, port, .*, received the key "prot"; did you mean "port"\\?$',
      ),
    );
  });

  test('of middleware that is registered by name', async () => {
    const container = new ServiceManager({ services: { Ping: () => undefined, Db: {} } });
    const told: unknown[] = [];
    const log = (error: unknown): number => told.push((error as Error).message);
    await new a.Application({ container, log }).pipe('Pign').request('/');
    await new Application({ container, log }).pipe('Pign').request('/');
    const message =
      'The middleware "Pign" is neither callable, nor a service of the container, nor a class; did you mean "Ping"?';
    expect(told).toEqual([message, message]);
  });
});
