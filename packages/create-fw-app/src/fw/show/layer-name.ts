import type { LayerDescription } from 'fw-runtime';

/** What a place in a pipeline is called; an array of middleware is named by its parts, which are shown below it. */
export function layerName({ kind, name }: Pick<LayerDescription, 'kind' | 'name'>): string {
  return kind === 'pipe' && name.startsWith('[') ? 'a list' : name;
}
