import { expect, test } from 'vitest';
import { layersOf } from '../src/layers.ts';

test.each([
  ['a', 'config', 'tree', 'node', 'npm', ['base', 'a', 'a-config']],
  ['a', 'config', 'find-my-way', 'node', 'npm', ['base', 'a', 'a-config', 'router-find-my-way']],
  ['b', 'hybrid', 'tree', 'node', 'pnpm', ['base', 'b', 'b-config', 'b-hybrid']],
  ['b', 'config', 'tree', 'bun', 'bun', ['base', 'b', 'b-config', 'target-bun']],
  [
    'b',
    'programmatic',
    'rou3',
    'workers',
    'yarn',
    ['base', 'b', 'b-programmatic', 'router-rou3', 'target-workers', 'package-manager-yarn'],
  ],
] as const)(
  'the layers of a project are those of its choices: %s, %s, %s, %s, %s',
  (variant, form, router, target, packageManager, layers) => {
    expect(layersOf({ variant, form, router, target, packageManager })).toEqual(layers);
  },
);
