import { addToConfig } from './config-edit.ts';
import { ConfigShape } from './config-shape.ts';

/**
 * Adds a folder to `include` of a tsconfig.json.
 *
 * @returns the same text when the folder is included already, or there is no `include`, which means all folders
 * @throws NotUnderstoodError when the file can't be edited safely
 */
export function addToInclude(text: string, file: string, folder: string): string {
  if (new ConfigShape(text, file).find(['include']).kind === 'missing') return text;
  const isSame = (existing: unknown): boolean => {
    const [first = ''] = String(existing).replace(/^\.\//, '').split('/');
    return [folder, '**', '.', ''].includes(first);
  };
  return addToConfig(text, file, {
    path: ['include'],
    key: 'include',
    value: folder,
    within: 'list',
    isSame,
  });
}
