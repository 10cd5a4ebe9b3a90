import { expect, test } from 'vitest';

import { drawTree } from '../src/tree.ts';

test('files are drawn as a tree, by name', () => {
  expect(drawTree('my-site', ['src/b/c.ts', 'z', 'src/a.ts', '.fw/x'])).toBe(
    [
      'my-site',
      '├── .fw/',
      '│   └── x',
      '├── src/',
      '│   ├── a.ts',
      '│   └── b/',
      '│       └── c.ts',
      '└── z',
    ].join('\n'),
  );
});
