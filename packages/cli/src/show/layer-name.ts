import type { LayerDescription } from 'fw-runtime/inspect';

/**
 * The name to show for a layer. An array's name would repeat the middleware that is shown below it, so it is "a
 * list".
 */
export function layerName({ kind, name }: Pick<LayerDescription, 'kind' | 'name'>): string {
  return kind === 'pipe' && name.startsWith('[') ? 'a list' : name;
}
