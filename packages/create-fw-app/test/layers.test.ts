import { expect, test } from 'vitest';

import { layersOf } from '../src/layers.ts';

test.each([
  ['a', 'config', 'path-to-regexp', 'npm', ['base', 'a', 'a-config']],
  ['b', 'hybrid', 'find-my-way', 'pnpm', ['base', 'b', 'b-config', 'b-hybrid', 'router-find-my-way']],
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
