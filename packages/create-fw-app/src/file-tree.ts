import { type Branch, tree } from '#command-line/output';

/**
 * Draws files as a tree, folders and files by name.
 *
 * @param root the first line
 * @param paths relative, with `/`
 */
export function fileTree(root: string, paths: readonly string[]): string {
  return [root, ...tree(branches(paths.map((path) => path.split('/'))))].join('\n');
}

function branches(paths: readonly (readonly string[])[]): Branch[] {
  const names = [...new Set(paths.map(([name = '']) => name))].toSorted();
  return names.map((name) => {
    const inside = paths.filter((path) => path[0] === name && path.length > 1).map((path) => path.slice(1));
    return { label: inside.length > 0 ? `${name}/` : name, children: branches(inside) };
  });
}
