import { expect, test } from 'vitest';
import { ApplicationFactory } from '../../../src/b/index.ts';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import { mergeConfig, mergeConfigFiles, mergeReplace } from '../../../src/index.ts';
import { describe } from '../../../../devtools/src/index.ts';
import { errorOf } from '../../support/error-of.ts';

const files = {
  'config/autoload/a.global.ts': { mail: { from: 'a', to: ['a'] }, routes: [] },
  'config/autoload/b.global.ts': { mail: { from: mergeReplace('b'), to: ['b'] } },
};

test('files that were imported are merged as mergeConfig merges', () => {
  expect(mergeConfigFiles(files)).toEqual(mergeConfig(...Object.values(files)));
});

test('the errors of imported files are reported all at once, each with its file', () => {
  const faulty = { ...files, 'x.ts': { routes: [{ path: '/' }] }, 'y.ts': JSON.parse('{"__proto__":{}}') };
  const told = errorOf(() => mergeConfigFiles(faulty)).message;

  expect(told).toContain('x.ts: routes[0].middleware: expected a middleware, received nothing');
  expect(told).toContain('y.ts: __proto__: expected another key');
});

test('an application created from imported files names the file of each route', () => {
  const create = (routes: object): unknown => {
    const config = mergeConfigFiles({
      ...files,
      'config/autoload/routes.global.ts': { routes, debug: true },
    });
    const container = new ServiceManager(config.dependencies);
    container.setService('config', config);
    return describe(new ApplicationFactory().create(container)).routes;
  };

  expect(create([{ path: '/', middleware: () => new Response() }])).toMatchObject([
    { origin: { file: 'config/autoload/routes.global.ts', key: 'routes[0]' } },
  ]);
});
