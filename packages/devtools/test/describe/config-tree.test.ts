import { describe, expect, test } from 'vitest';
import { type ConfigNode, configTree } from '../../src/describe/config-tree.ts';
import { configHistory, type ListenAddress } from 'fw-runtime/internal';
import { listenAddress } from '../../../runtime/src/server/node/run-options.ts';
import { ServiceManager } from '../../../runtime/src/kernel/container/service-manager.ts';
import { defineProvider, mergeConfigFiles, mergeRemove, mergeReplace } from 'fw-runtime';
import { inForce } from '../../src/describe/effective-settings.ts';

const [global, site, local] = ['autoload/a.global.ts', 'autoload/site.global.ts', 'autoload/site.local.ts'];

function treeOf(
  files: Readonly<Record<string, object>>,
  providers: Parameters<typeof defineProvider>[] = [],
) {
  const config = mergeConfigFiles(files, { providers: providers.map((given) => defineProvider(...given)) });
  return configTree(config, configHistory(config));
}

function nodeAt(root: ConfigNode, path: string): ConfigNode | undefined {
  if (root.path === path) return root;
  for (const child of root.children ?? []) {
    const found = nodeAt(child, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The sources of each value, in short form. */
function toldOf(root: ConfigNode, path: string): unknown[] | undefined {
  return nodeAt(root, path)?.settings.map(({ file, key, how, value }) =>
    [how, file, key, ...(value === undefined ? [] : [value])].join(' '),
  );
}

describe('for each value of a configuration, the tree shows (C8)', () => {
  test('the files that set it and the overridden values, in order', () => {
    const tree = treeOf({
      [global]: { title: 'one' },
      [site]: { title: 'two' },
      [local]: { title: 'three' },
    });

    expect(nodeAt(tree, 'title')).toMatchObject({ kind: 'value', value: 'three' });
    expect(toldOf(tree, 'title')).toEqual([
      `set ${global} title one`,
      `replace ${site} title two`,
      `replace ${local} title three`,
    ]);
  });

  test('that objects are merged and arrays appended, each item with its own file', () => {
    const tree = treeOf({
      [global]: { mail: { from: 'a', to: ['x'] } },
      [local]: { mail: { to: ['y', { name: 'z' }] } },
    });

    expect(toldOf(tree, 'mail')).toEqual([`set ${global} mail`, `merge ${local} mail`]);
    expect(toldOf(tree, 'mail.from')).toEqual([`set ${global} mail.from a`]);
    expect(toldOf(tree, 'mail.to')).toEqual([`set ${global} mail.to`, `append ${local} mail.to`]);
    expect(toldOf(tree, 'mail.to[0]')).toEqual([`set ${global} mail.to[0] x`]);
    expect(toldOf(tree, 'mail.to[1]')).toEqual([`set ${local} mail.to[0] y`]);
    expect(toldOf(tree, 'mail.to[2].name')).toEqual([`set ${local} mail.to[1].name z`]);
  });

  test('the replacement by mergeReplace, and the removed values', () => {
    const tree = treeOf({
      [global]: { mail: { from: 'a', to: ['x'] }, tags: ['old'] },
      [local]: { mail: mergeReplace({ from: 'b' }), tags: mergeReplace(['new']) },
    });

    expect(toldOf(tree, 'mail')).toEqual([`set ${global} mail`, `mergeReplace ${local} mail`]);
    expect(toldOf(tree, 'mail.from')).toEqual([`set ${global} mail.from a`, `replace ${local} mail.from b`]);
    expect(nodeAt(tree, 'mail.to')).toMatchObject({ kind: 'removed' });
    expect(toldOf(tree, 'mail.to')).toEqual([`set ${global} mail.to`, `mergeReplace ${local} mail`]);
    expect(toldOf(tree, 'tags[0]')).toEqual([`set ${local} tags[0] new`]);
  });

  test('the values removed by mergeRemove, and values set again by a later file', () => {
    const files = { [global]: { one: 1, two: 2 }, [site]: { one: mergeRemove, two: mergeRemove } };
    const tree = treeOf({ ...files, [local]: { two: 3 } });

    expect(nodeAt(tree, 'one')).toMatchObject({ kind: 'removed' });
    expect(toldOf(tree, 'one')).toEqual([`set ${global} one 1`, `mergeRemove ${site} one`]);
    expect(nodeAt(tree, 'two')).toMatchObject({ kind: 'value', value: 3 });
    expect(toldOf(tree, 'two')).toEqual([
      `set ${global} two 2`,
      `mergeRemove ${site} two`,
      `set ${local} two 3`,
    ]);
  });

  test('the provider that set it', () => {
    const tree = treeOf({ [site]: { clock: { zone: 'UTC' } } }, [['my-clock', { clock: { zone: 'CET' } }]]);

    expect(nodeAt(tree, 'clock.zone')?.settings.map(({ source }) => source)).toEqual(['provider', 'file']);
    expect(toldOf(tree, 'clock.zone')).toEqual([
      'set the provider my-clock clock.zone CET',
      `replace ${site} clock.zone UTC`,
    ]);
  });

  test('that something else, such as a schema, changed the value of the files', () => {
    const merged = mergeConfigFiles({ [site]: { retries: '3', title: 'x' } });
    const tree = configTree({ ...merged, retries: 3, added: true }, configHistory(merged));

    expect(toldOf(tree, 'retries')).toEqual([`set ${site} retries 3`, 'replace the schema  3']);
    expect(toldOf(tree, 'added')).toEqual(['set the schema  true']);
    expect(toldOf(tree, 'title')).toEqual([`set ${site} title x`]);
  });

  test('only values in effect: values removed by a schema are not in the tree', () => {
    const merged = mergeConfigFiles({ [site]: { mail: { from: 'a', extra: 1 } } });
    const tree = configTree({ mail: { from: 'a' } }, configHistory(merged));

    expect(nodeAt(tree, 'mail')?.children?.map(({ path }) => path)).toEqual(['mail.from']);
  });

  test('nothing if it was not merged from files', () => {
    const config = { title: 'x', mail: { from: 'y' } };
    expect(configHistory(config)).toBeUndefined();
    const tree = configTree(config, undefined);

    expect(nodeAt(tree, 'mail.from')).toEqual({
      path: 'mail.from',
      key: 'from',
      kind: 'value',
      value: 'y',
      settings: [],
    });
  });
});

describe("the server's address (C8)", () => {
  const of = (config: object, environment: Record<string, string>, options = {}): ConfigNode => {
    const merged = mergeConfigFiles({ [site]: config });
    const { config: shown, others } = inForce(merged, environment, options);
    return configTree(shown, configHistory(merged), others);
  };

  test('is shown with the default, the files, the environment and the options of run(), the value in effect last', () => {
    const tree = of({ server: { port: 3000 } }, { PORT: '4000', HOST: '' }, { port: 5000 });

    expect(nodeAt(tree, 'server.port')).toMatchObject({ value: 5000 });
    expect(toldOf(tree, 'server.port')).toEqual([
      'set the default  8080',
      `set ${site} server.port 3000`,
      'replace the environment variable PORT  4000',
      'replace the option port of run()  5000',
    ]);
    expect(nodeAt(tree, 'server.host')).toMatchObject({ value: '0.0.0.0' });
    expect(toldOf(tree, 'server.host')).toEqual(['set the default  0.0.0.0']);
  });

  test('has defaults if nothing sets it, and so does debug', () => {
    const tree = of({}, {});

    expect(nodeAt(tree, 'server.port')).toMatchObject({ value: 8080 });
    expect([nodeAt(tree, 'debug')?.value, toldOf(tree, 'debug')]).toEqual([
      false,
      ['set the default  false'],
    ]);
    expect(toldOf(of({ debug: true }, {}), 'debug')).toEqual([
      'set the default  false',
      `set ${site} debug true`,
    ]);
  });

  describe.each<[string, Partial<ListenAddress>]>([
    ['no option', {}],
    ['the option port', { port: 5000 }],
    ['the option host', { host: '::1' }],
  ])('is where run() listens, with %s', (_options, options) => {
    test.each<[string, Record<string, string>]>([
      ['no variable', {}],
      ['empty variables', { HOST: '', PORT: '', FW_DEV_HOST: '' }],
      ['HOST and PORT', { HOST: '127.0.0.2', PORT: '4000' }],
      ['the host of fw dev', { FW_DEV_HOST: '127.0.0.1' }],
    ])('%s, and any configuration', (_environment, environment) => {
      for (const server of [{}, { port: 3000 }, { host: 'localhost' }]) {
        const tree = of({ server }, environment, options);
        const told = ['host', 'port'].map((key) => nodeAt(tree, `server.${key}`)?.value);
        const { host, port } = listenAddress(options, environment, server);
        expect(told).toEqual([host, port]);
      }
    });
  });

  test('has the host of fw dev if nothing sets another', () => {
    const environment = { FW_DEV_HOST: '127.0.0.1' };

    expect(nodeAt(of({}, environment), 'server.host')).toMatchObject({ value: '127.0.0.1' });
    expect(nodeAt(of({ server: { host: '::' } }, environment), 'server.host')).toMatchObject({ value: '::' });
  });

  test('has a number even if the environment sets it', () => {
    expect(nodeAt(of({}, { PORT: '4000' }), 'server.port')).toMatchObject({ value: 4000 });
  });
});

describe('a configuration as plain data', () => {
  test('names values that JSON cannot represent', () => {
    function ping(): void {}
    const around: Record<string, unknown> = { name: 'x' };
    around['self'] = around;
    const config = { ping, at: new Date(0), id: /a+/, big: 10n, none: undefined, far: Infinity, around };

    expect(configTree(config, undefined).children?.map(({ kind, value }) => [kind, value])).toEqual([
      ['code', 'function ping'],
      ['code', '1970-01-01T00:00:00.000Z'],
      ['code', '/a+/'],
      ['code', '10'],
      ['code', 'undefined'],
      ['code', 'Infinity'],
      ['map', undefined],
    ]);
    expect(nodeAt(configTree(config, undefined), 'around.self')).toMatchObject({ kind: 'code' });
  });

  test('has paths in which the end of a key is unambiguous', () => {
    const config = { services: { 'my.id': { x: 1 }, [Symbol('y')]: 2, 'a-b': [3] } };
    const paths = configTree(config, undefined).children?.[0]?.children?.map(({ path }) => path);

    expect(paths).toEqual(['services["my.id"]', 'services.a-b', 'services["Symbol(y)"]']);
  });

  test('contains no secret, neither as it is nor as it was', () => {
    const secrets = ['hunter2', 'eyJhbGciOiJI.eyJzdWIiOiIx.sig', 'pa55', '4711', 'abc', 'in-a-list'];
    const of = (index: number): object => ({
      mail: { password: secrets[0], header: `Bearer ${secrets[1]}` },
      database: { url: `postgres://me:${secrets[2]}@host/db`, pin: Number(secrets[3]) + index },
      tokens: { alice: secrets[4], count: 3 },
      apiKeys: [secrets[5]],
    });
    const tree = treeOf({ [global]: of(0), [local]: of(1) });
    const text = JSON.stringify(tree);

    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(nodeAt(tree, 'mail.password')).toMatchObject({ kind: 'secret', value: '***' });
    expect(toldOf(tree, 'mail.password')).toEqual([
      `set ${global} mail.password ***`,
      `replace ${local} mail.password ***`,
    ]);
    expect(nodeAt(tree, 'tokens.count')).toMatchObject({ kind: 'value', value: 3 });
  });

  test.each<[shown: object, value: unknown]>([
    [{ kind: 'secret', value: '***' }, 'hunter2'],
    [{ kind: 'secret', value: '***' }, 4711],
    [{ kind: 'secret', value: '***' }, 10n],
    [{ kind: 'secret', value: '***' }, new Date(0)],
    [{ kind: 'value', value: true }, true],
    [{ kind: 'value', value: null }, null],
    [{ kind: 'value', value: '' }, ''],
    [{ kind: 'code', value: 'undefined' }, undefined],
    [{ kind: 'code', value: 'function hash' }, function hash() {}],
    [{ kind: 'code', value: 'class ServiceManager' }, ServiceManager],
  ])('shows %j of a key that is named as a secret', (shown, value) => {
    expect(nodeAt(configTree({ password: value }, undefined), 'password')).toMatchObject(shown);
  });

  test.each<[shown: object, value: unknown]>([
    [{ kind: 'secret', value: '***' }, 'hunter2'],
    [{ kind: 'value', value: 3 }, 3],
    [{ kind: 'value', value: false }, false],
    [{ kind: 'code', value: 'function hash' }, function hash() {}],
  ])('shows %j below a key that is named as a secret', (shown, value) => {
    expect(nodeAt(configTree({ tokens: { of: [value] } }, undefined), 'tokens.of[0]')).toMatchObject(shown);
  });
});
