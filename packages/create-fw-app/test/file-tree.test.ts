import { expect, test } from 'vitest';
import { fileTree } from '../src/file-tree.ts';

test('files are drawn as a tree, by name', () => {
  expect(fileTree('my-site', ['src/b/c.ts', 'z', 'src/a.ts', '.fw/x'])).toBe(
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
