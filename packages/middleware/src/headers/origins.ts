const WILDCARD = '://*.';

/**
 * Whether a string is an origin as options name it: without a path and without "/" at its end. "*" stands for the first label of
 * the host only. A host that ends with "." is another origin than the same host without it, and never the one that is meant.
 */
export function isOrigin(text: string): boolean {
  if (text === '*' || text === 'null') return true;
  const plain = text.replace(WILDCARD, '://');
  if (plain.includes('*') || !URL.canParse(plain)) return false;
  const { origin, hostname } = new URL(plain);
  return origin === plain && !hostname.endsWith('.');
}

/**
 * Makes a function that tells whether an origin is one of these.
 *
 * @param allowed "https://*.example.com" stands for every subdomain
 */
export function originMatcher(allowed: readonly string[]): (origin: string) => boolean {
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
