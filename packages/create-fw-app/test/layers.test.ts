import { expect, test } from 'vitest';

import { layersOf } from '../src/layers.ts';

test.each([
  ['a', 'config', 'tree', 'npm', ['base', 'a', 'a-config']],
  ['a', 'config', 'find-my-way', 'npm', ['base', 'a', 'a-config', 'router-find-my-way']],
  ['b', 'hybrid', 'tree', 'pnpm', ['base', 'b', 'b-config', 'b-hybrid']],
  [
    'b',
    'programmatic',
    'rou3',
    'yarn',
    ['base', 'b', 'b-programmatic', 'router-rou3', 'package-manager-yarn'],
  ],
] as const)(
  'the layers of a site are those of its choices: %s, %s, %s, %s',
  (variant, form, router, packageManager, layers) => {
    expect(layersOf({ variant, form, router, packageManager })).toEqual(layers);
  },
);
