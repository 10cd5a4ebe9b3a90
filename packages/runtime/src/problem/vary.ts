import type { HeaderList } from '../message/header-list.ts';

/** Headers whose `Vary` says these fields too. */
export function withVary(headers: HeaderList, fields: string): HeaderList {
  const names = new Map<string, string>();
  for (const part of `${headers.get('vary') ?? ''},${fields}`.split(',')) {
    const name = part.trim();
    if (name !== '') names.set(name.toLowerCase(), name);
  }
  return headers.with('Vary', [...names.values()].join(', '));
}
