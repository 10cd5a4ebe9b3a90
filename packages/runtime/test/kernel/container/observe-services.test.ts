import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, test } from 'vitest';
import {
  observeServices,
  type ServiceMaking,
  ServiceManager,
  type ServiceObserver,
} from '../../../src/kernel/container/index.ts';

class Posts {
  static readonly inject = ['db'] as const;
}

/** An observer, and its calls. */
function watch(): { readonly makings: ServiceMaking[]; readonly observer: ServiceObserver } {
  const makings: ServiceMaking[] = [];
  const observer: ServiceObserver = (making, make) => {
    makings.push(making);
    return make();
  };
  return { makings, observer };
}

describe('an observer of a container', () => {
  test('is called for each created service, with the service that needs it', () => {
    const { makings, observer } = watch();
    const container = new ServiceManager({ factories: { db: () => 'db' } });
    observeServices(container, observer);
    container.get(Posts);
    container.get(Posts);

    expect(makings).toEqual([{ id: 'Posts' }, { id: 'db', askedBy: 'Posts' }]);
  });

  test('runs around the factory and its delegators, and returns their result', () => {
    const steps: string[] = [];
    const container = new ServiceManager({
      factories: { db: () => steps.push('factory') },
      delegators: { db: [(_, __, make) => [steps.push('delegator'), make()]] },
    });
    observeServices(container, (_, make) => {
      steps.push('before');
      const made = make();
      steps.push('after');
      return made;
    });

    expect(container.get('db')).toEqual([2, 3]);
    expect(steps).toEqual(['before', 'delegator', 'factory', 'after']);
  });

  test('sees the error of a service, and so do its callers', () => {
    const seen: unknown[] = [];
    const cause = new Error('no such host');
    const container = new ServiceManager({
      factories: {
        db: () => {
          throw cause;
        },
      },
    });
    observeServices(container, (_, make) => {
      try {
        return make();
      } catch (error) {
        seen.push(error);
        throw error;
      }
    });

    expect(() => container.get('db')).toThrow('The service "db" could not be created: no such host');
    expect(seen).toEqual([cause]);
  });

  test('gets the promise of an asynchronous service', async () => {
    const given: unknown[] = [];
    const container = new ServiceManager({ factories: { db: async () => 'open' } });
    observeServices(container, (_, make) => {
      const made = make();
      given.push(made);
      return made;
    });

    expect(await container.get('db')).toBe('open');
    expect(await given[0]).toBe('open');
  });

  test('may run the making in a context of its own', () => {
    const context = new AsyncLocalStorage<string>();
    const container = new ServiceManager({ factories: { db: () => context.getStore() } });
    observeServices(container, ({ id }, make) => context.run(`making ${id}`, make));

    expect(container.get('db')).toBe('making db');
  });

  test('is called once, though it was added twice, and through the view that a factory gets', () => {
    const { makings, observer } = watch();
    const container = new ServiceManager({
      factories: { db: () => 'db', setup: (view) => [observeServices(view, observer)] },
    });
    observeServices(container, observer);
    container.get('setup');
    container.get('db');

    expect(makings.map(({ id }) => id)).toEqual(['setup', 'db']);
  });

  test('is not called after it has ended', () => {
    const { makings, observer } = watch();
    const container = new ServiceManager({ factories: { db: () => 'db', mail: () => 'mail' } });
    const end = observeServices(container, observer);
    container.get('db');
    end();
    container.get('mail');

    expect(makings.map(({ id }) => id)).toEqual(['db']);
  });
});

test('of several observers, the one that was added last is outermost', () => {
  const order: string[] = [];
  const container = new ServiceManager({ factories: { db: () => 'db' } });
  for (const name of ['first', 'last']) {
    observeServices(container, (_, make) => {
      order.push(name);
      return make();
    });
  }
  container.get('db');

  expect(order).toEqual(['last', 'first']);
});

test('another container is not observed, and neither is a missing one', () => {
  const { makings, observer } = watch();
  const other = { get: () => 'db' as never, has: () => true };
  observeServices(other, observer)();
  observeServices(undefined, observer)();
  other.get();

  expect(makings).toEqual([]);
});
