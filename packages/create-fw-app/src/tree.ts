/**
 * Draws files as a tree, folders and files by name.
 *
 * @param root the first line
 * @param paths relative, with `/`
 */
export function drawTree(root: string, paths: readonly string[]): string {
  return [root, ...branches(paths.map((path) => path.split('/')))].join('\n');
}

function branches(paths: readonly (readonly string[])[]): string[] {
  const names = [...new Set(paths.map(([name = '']) => name))].toSorted();
  return names.flatMap((name, index) => {
    const inside = paths.filter((path) => path[0] === name && path.length > 1).map((path) => path.slice(1));
    const isLast = index === names.length - 1;
    const below = branches(inside).map((line) => (isLast ? '    ' : '│   ') + line);
    return [`${isLast ? '└── ' : '├── '}${name}${inside.length > 0 ? '/' : ''}`, ...below];
  });
}
