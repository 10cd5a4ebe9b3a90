import { describe, expect, test } from 'vitest';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import { inject, InvalidArgumentError, ServiceNotCreatedError } from '../../../src/index.ts';
import { deferred } from '../../support/deferred.ts';
import { errorOf } from '../../support/error-of.ts';

class Clock {
  static readonly inject = [] as const;
  readonly now = 12;
}

class Posts {
  static readonly inject = ['title', Clock] as const;
  readonly title: string;
  readonly clock: Clock;
  isDisposed = false;

  constructor(title: string, clock: Clock) {
    this.title = title;
    this.clock = clock;
  }

  dispose(): void {
    this.isDisposed = true;
  }
}

class MorePosts extends Posts {}

class Plain {
  readonly isPlain = true;
}

describe('a class with a static inject', () => {
  test('is a service without registration, created once (M2)', () => {
    const container = new ServiceManager({ services: { title: 'News' } });
    expect(container.has(Posts)).toBe(true);
    const posts = container.get(Posts);
    expect(posts).toBeInstanceOf(Posts);
    expect([posts.title, posts.clock.now]).toEqual(['News', 12]);
    expect(container.get(Posts)).toBe(posts);
    expect(posts.clock).toBe(container.get(Clock));
  });

  test('is created once also for concurrent callers whose services are pending', async () => {
    const ready = deferred();
    let made = 0;
    class Counted {
      static readonly inject = ['db'] as const;
      readonly db: unknown;

      constructor(db: unknown) {
        this.db = db;
        made++;
      }
    }
    const container = new ServiceManager({
      factories: {
        db: async () => {
          await ready.promise;
          return 'database';
        },
      },
    });
    const all = [container.get(Counted), container.get(Counted)];
    ready.resolve();
    const [one, other] = await Promise.all(all);
    expect(one).toBe(other);
    expect([one?.db, made]).toEqual(['database', 1]);
  });

  test('is created with its services if it is registered', () => {
    const container = new ServiceManager({ services: { title: 'News' }, invokables: { posts: Posts } });
    container.setInvokable('clock', Clock);
    expect(container.get<Posts>('posts').title).toBe('News');
    expect(container.get(Posts)).toBe(container.get('posts'));
    expect(container.get(Clock)).toBe(container.get('clock'));
  });

  test('is created by its factory if it has one, under its name as well, also when it is registered later', () => {
    const container = new ServiceManager({ services: { title: 'News' } });
    expect(container.get(Posts).title).toBe('News');
    container.setFactory('Posts', () => new Posts('Old news', new Clock()));
    expect(container.get(Posts).title).toBe('Old news');
  });

  test('is not found by its name until it is registered', () => {
    const container = new ServiceManager({ services: { title: 'News' } });
    container.get(Posts);
    expect(container.has('Posts')).toBe(false);
    expect(container.ids).toEqual(['title']);
  });

  test('is inherited by subclasses, as the constructor is', () => {
    const container = new ServiceManager({ services: { title: 'News' } });
    expect(container.get(MorePosts)).toBeInstanceOf(MorePosts);
    expect(container.get(MorePosts).title).toBe('News');
    expect(container.get(MorePosts)).not.toBe(container.get(Posts));
  });

  test('is changed by the delegators of its name, as registered services are', () => {
    const container = new ServiceManager({
      services: { title: 'News' },
      delegators: { Posts: [(_container, id, make) => ({ id, made: make() })] },
    });
    expect(container.get<unknown>(Posts)).toEqual({ id: 'Posts', made: expect.any(Posts) });
  });

  test('is no factory', () => {
    const container = new ServiceManager({ factories: { posts: Posts as unknown as () => Posts } });
    expect(errorOf(() => container.get('posts')).message).toMatch(
      /^The service "posts" could not be created: Class constructor Posts cannot be invoked/,
    );
  });

  test('is disposed of with the container', async () => {
    const container = new ServiceManager({ services: { title: 'News' } });
    const posts = container.get(Posts);
    await container.dispose();
    expect(posts.isDisposed).toBe(true);
  });

  test('is named in the error when one of its services is missing', () => {
    const error = errorOf(() => new ServiceManager().get(Posts));
    expect(error).toBeInstanceOf(ServiceNotCreatedError);
    expect(error.message).toBe(
      'The service "Posts" could not be created: There is no service "title", nor any other.',
    );
  });

  test('that is requested without inject is an error that says how to make it a service', () => {
    const container = new ServiceManager();
    expect(container.has(Plain)).toBe(false);
    expect(errorOf(() => container.get(Plain)).message).toBe(
      'There is no service "Plain", nor any other. Register the class, or give it a static "inject".',
    );
  });

  test('leaves no unhandled rejection when another service cannot be resolved', async () => {
    class Both {
      static readonly inject = ['later', 'missing'] as const;
    }
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      const container = new ServiceManager({ factories: { later: () => Promise.reject(new Error('late')) } });
      expect(() => container.get(Both)).toThrow('There is no service "missing"');
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  });
});

describe('services that need each other by inject (C7)', () => {
  class Chicken {
    static readonly inject = ['Egg'] as const;
  }
  class Egg {
    static readonly inject = [Chicken] as const;
  }
  const message = (chain: string): string =>
    `The services ${chain} need each other; fetch one of them later, when it is used.`;

  test('are reported with the chain', () => {
    const container = new ServiceManager({ invokables: { Egg } });
    expect(errorOf(() => container.get(Chicken)).message).toBe(message('Chicken → Egg → Chicken'));
    expect(errorOf(() => container.get('Egg')).message).toBe(message('Egg → Chicken → Egg'));
  });

  test('are reported with the chain through asynchronous factories', async () => {
    const container = new ServiceManager({
      factories: {
        Egg: async (given) => {
          await Promise.resolve();
          return given.get(Chicken);
        },
      },
    });
    await expect(Promise.resolve(container.get(Chicken))).rejects.toThrow(message('Chicken → Egg → Chicken'));
    await expect(container.get<Promise<unknown>>('Egg')).rejects.toThrow(message('Egg → Chicken → Egg'));
  });
});

describe('a static inject that is no array of ids', () => {
  const withInject = (ids: unknown): new () => unknown =>
    class Wrong {
      static readonly inject = ids;
    };

  test.for([
    [
      'posts',
      'inject of class Wrong must be an array of service ids, such as ["db", Clock] as const, not "posts".',
    ],
    [
      undefined,
      'inject of class Wrong must be an array of service ids, such as ["db", Clock] as const, not undefined.',
    ],
    [['db', 5], 'inject[1] of class Wrong must be a service id: a string, a symbol or a class, not 5.'],
    [
      [undefined],
      'inject[0] of class Wrong must be a service id: a string, a symbol or a class, not undefined. Do two modules import each other?',
    ],
  ] as const)('is reported with the class: %j', ([ids, message]) => {
    const Wrong = withInject(ids);
    for (const fail of [
      () => new ServiceManager().get(Wrong),
      () => new ServiceManager().setInvokable('wrong', Wrong),
      () => new ServiceManager({ invokables: { Wrong } }),
    ]) {
      expect(errorOf(fail)).toBeInstanceOf(InvalidArgumentError);
      expect(errorOf(fail).message).toBe(`The argument ${message}`);
    }
  });
});

describe('services that are missing', () => {
  test('are reported all at once, with the class that needs each and the nearest names', () => {
    class Db {
      static readonly inject = ['zone', 'titel'] as const;
    }
    class Show {
      static readonly inject = ['tittle', Db, 'clokk'] as const;
    }
    const container = new ServiceManager({ services: { title: 'News' }, invokables: { Clock } });
    const error = errorOf(() => container.get(Show));
    expect(error).toBeInstanceOf(ServiceNotCreatedError);
    expect(error.message).toBe(
      'The service "Show" could not be created: ' +
        'There is no service "tittle" among 2; did you mean "title"? ' +
        'The service "Db" could not be created: ' +
        'There is no service "zone" among 2, nor one with a similar name. ' +
        'There is no service "titel" among 2; did you mean "title"? ' +
        'There is no service "clokk" among 2; did you mean "Clock"?',
    );
  });

  test('do not hide services that need each other', () => {
    class Show {
      static readonly inject = ['nowhere', 'circle'] as const;
    }
    const container = new ServiceManager({ factories: { circle: (services) => services.get('circle') } });
    expect(errorOf(() => container.get(Show)).message).toBe(
      'The services circle → circle need each other; fetch one of them later, when it is used.',
    );
  });
});

describe('inject()', () => {
  test('creates a class whose constructor returns the result of the function', () => {
    const TITLE = Symbol('title');
    const container = new ServiceManager({ services: { [TITLE]: 'News' } });
    let calls = 0;
    const Headline = inject([TITLE, Clock], (title: string, clock) => {
      calls++;
      return () => `${title} at ${clock.now}`;
    });
    expect(container.get(Headline)()).toBe('News at 12');
    expect(container.get(Headline)).toBe(container.get(Headline));
    expect(calls).toBe(1);
  });

  test('is called as the function is, or by its ids', () => {
    const made = { made: true };
    expect(inject(['a', Clock], () => made).name).toBe('inject(a, Clock)');
    expect(
      inject(['a'], function headline() {
        return made;
      }).name,
    ).toBe('headline');
  });

  test('rejects at once a value that is no array of ids, and a value that is no function', () => {
    expect(errorOf(() => inject('posts' as never, () => ({}))).message).toBe(
      'The argument inject of inject() must be an array of service ids, such as ["db", Clock] as const, not "posts".',
    );
    expect(errorOf(() => inject(['posts'], 5 as never)).message).toBe(
      'The argument make of inject() must be a function that takes the services, not 5.',
    );
  });
});
