import type { ServerRequest } from 'fw-runtime';

/** Tells whether pages of an origin may ask. */
export type AllowsOrigin = (origin: string, request: ServerRequest) => boolean | Promise<boolean>;

const WILDCARD = '://*.';

/** Whether text is an origin as options name it: without a path and without "/" at its end. */
export function isOrigin(text: string): boolean {
  if (text === '*' || text === 'null') return true;
  const plain = text.replace(WILDCARD, '://');
  return URL.canParse(plain) && new URL(plain).origin === plain;
}

/** @param allowed origins; "https://*.example.com" stands for every subdomain */
export function allowsOrigin(allowed: readonly string[]): AllowsOrigin {
  const exact = new Set(allowed);
  const around = allowed.filter((text) => text.includes(WILDCARD)).map((text) => text.split('*', 2));
  return (origin) =>
    exact.has('*') ||
    exact.has(origin) ||
    around.some(([start = '', end = '']) => isSubdomain(origin, start, end));
}

function isSubdomain(origin: string, start: string, end: string): boolean {
  if (!origin.startsWith(start) || !origin.endsWith(end)) return false;
  return /^[\w-]+(\.[\w-]+)*$/.test(origin.slice(start.length, -end.length));
}
