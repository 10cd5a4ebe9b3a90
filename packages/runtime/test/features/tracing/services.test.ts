import { expect, test } from 'vitest';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import { TextResponse } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { watch } from './published.ts';

inBothVariants((kit) => {
  test('the creation of a service is published with the service that needs it', async () => {
    const told: unknown[] = [];
    watch('service', (event, { id, askedBy }) => told.push([event, id, askedBy]));
    const container = new ServiceManager({
      factories: {
        Page: (services) => {
          services.get('Db');
          return kit.handler(() => new TextResponse('page'));
        },
        Db: () => ({}),
      },
    });
    const site = kit.create(withTracing(container));
    site.pipe(kit.service('Page'));

    for (let count = 0; count < 2; count++) expect(await (await site.request('/')).text()).toBe('page');
    expect(told).toEqual([
      ['start', 'Page', undefined],
      ['start', 'Db', 'Page'],
      ['end', 'Db', 'Page'],
      ['end', 'Page', undefined],
    ]);
  });

  test('the end of an asynchronous service comes before it is created', async () => {
    const told: unknown[] = [];
    watch('service', (event, { done }) => told.push([event, done]));
    const container = new ServiceManager({
      factories: { Page: async () => kit.handler(() => new TextResponse('page')) },
    });
    const site = kit.create(withTracing(container));
    site.pipe(kit.service('Page'));

    await site.request('/');
    expect(told).toEqual([
      ['start', false],
      ['end', false],
      ['asyncStart', true],
      ['asyncEnd', true],
    ]);
  });

  test('an error that prevents a service is published', async () => {
    const told: unknown[] = [];
    watch('service', (event, { error }) => told.push([event, error]));
    const cause = new Error('no database');
    const container = new ServiceManager({
      factories: {
        Page: () => {
          throw cause;
        },
      },
    });
    const site = kit.create(withTracing(container));
    site.pipe(kit.service('Page'));

    expect((await site.request('/')).status).toBe(500);
    expect(told).toEqual([
      ['start', undefined],
      ['error', cause],
      ['end', cause],
    ]);
  });

  test('a service that two applications of one container use is published once', async () => {
    const told: string[] = [];
    watch('service', (event, { id }) => event === 'start' && told.push(id));
    const container = withTracing(new ServiceManager({ factories: { Page: () => kit.answer('page') } }));
    const sites = [kit.create(container), kit.create(container)];
    for (const site of sites) site.pipe(kit.service('Page'));

    for (const site of sites) await site.request('/');
    expect(told).toEqual(['Page']);
  });
});

function withTracing(container: ServiceManager): ServiceManager {
  container.setService('config', { tracing: true });
  container.setService('Logger', { info() {}, warn() {}, error() {} });
  return container;
}
