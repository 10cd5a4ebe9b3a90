import { describe, expect, test } from 'vitest';
import { ApplicationFactory, ROUTING_MIDDLEWARE } from '../../../src/b/index.ts';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import {
  type ConfigProvider,
  configOrigin,
  defineProvider,
  loadConfig,
  mergeConfigFiles,
  mergeReplace,
  TextResponse,
} from '../../../src/index.ts';
import { errorOf } from '../../support/error-of.ts';
import { site } from './project-folder.ts';

const clock = defineProvider('clock', {
  clock: { zone: 'UTC', format: 'short' },
  dependencies: { services: { 'clock/now': () => 0 } },
  middleware_pipeline: { clock: { middleware: () => new TextResponse('noon'), priority: 5 } },
});
const file = 'config/autoload/site.global.json';

describe('the configuration of providers (C1)', () => {
  test('comes before the files, which change it by its keys', async () => {
    const settings = { clock: { zone: 'CET' }, middleware_pipeline: { clock: { priority: 7 } } };
    const loaded = await loadConfig({
      cwd: await site({ 'site.global.json': JSON.stringify(settings) }),
      providers: [defineProvider('first', { clock: { zone: 'EST' }, first: true }), clock],
      test: false,
    });
    const merged = mergeConfigFiles({ [file]: settings }, { providers: [clock] });

    expect(loaded).toMatchObject({ first: true, clock: { zone: 'CET', format: 'short' } });
    expect(merged).toMatchObject({ clock: { zone: 'CET', format: 'short' } });
    expect(merged.middleware_pipeline).toMatchObject({ clock: { priority: 7 } });
    expect(configOrigin(merged, ['clock', 'zone'])).toEqual({ file, key: 'clock.zone' });
    expect(configOrigin(merged, ['clock', 'format'])).toEqual({
      file: 'the provider clock',
      key: 'clock.format',
    });
  });

  test('is part of an application created from it', async () => {
    const config = mergeConfigFiles({}, { providers: [clock] });
    const container = new ServiceManager(config.dependencies);
    container.setService('config', config);
    const app = new ApplicationFactory().create(container);

    expect(container.has('clock/now')).toBe(true);
    expect(await (await app.request('/')).text()).toBe('noon');
  });

  test('is reported with the name of a malformed provider, together with the errors of files', async () => {
    const faulty = defineProvider('my-clock', {
      middleware_pipeline: { clock: { middleware: 'Clock', priority: 1.5 } },
    });
    const providers = [
      faulty,
      { routes: 7 } as unknown as ConfigProvider,
      undefined as unknown as ConfigProvider,
    ];
    const expected = [
      'the provider my-clock: middleware_pipeline.clock.priority: expected an integer, received 1.5',
      'the provider providers[1]: routes: expected an array or an object, received 7',
      'the provider providers[2]: expected an object, received nothing',
      'site.global.json: server.port: expected an integer from 0 to 65535',
    ];
    const cwd = await site({ 'site.global.json': '{"server":{"port":-1}}' });
    const loading = await loadConfig({ cwd, providers, test: false }).catch((error: Error) => error.message);
    const merging = errorOf(() =>
      mergeConfigFiles({ [file]: { server: { port: -1 } } }, { providers }),
    ).message;

    for (const fault of expected) {
      expect(loading).toContain(fault);
      expect(merging).toContain(fault);
    }
  });

  test('that is undefined is reported with its index', async () => {
    const providers = [defineProvider('a', {}), undefined as never];
    const message = 'the provider providers[1]: expected an object, received nothing';

    await expect(loadConfig({ cwd: import.meta.dirname, providers })).rejects.toThrow(message);
    expect(() => mergeConfigFiles({}, { providers })).toThrow(message);
    await expect(loadConfig({ cwd: import.meta.dirname, providers: {} as never })).rejects.toThrow(
      'The argument providers must be an array of providers, not an object',
    );
  });

  test("is not overwritten by a project's array where the provider has an object", () => {
    const settings = { middleware_pipeline: [ROUTING_MIDDLEWARE] };

    expect(errorOf(() => mergeConfigFiles({ [file]: settings }, { providers: [clock] })).message).toContain(
      `${file}: middleware_pipeline: expected an object as in the provider clock, whose entries would be lost, received an array`,
    );
  });

  test('can be replaced on purpose', () => {
    const settings = { middleware_pipeline: mergeReplace([ROUTING_MIDDLEWARE]) };
    const { middleware_pipeline } = mergeConfigFiles({ [file]: settings }, { providers: [clock] });

    expect(middleware_pipeline).toEqual([ROUTING_MIDDLEWARE]);
  });

  test('a value that is an array in one file and an object in another is replaced by the later one', () => {
    const { routes } = mergeConfigFiles({ a: { routes: {} }, b: { routes: [] } }, { providers: [clock] });

    expect(routes).toEqual([]);
  });
});
