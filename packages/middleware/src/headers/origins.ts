const WILDCARD = '://*.';

/**
 * Whether a string is a valid origin option: without a path and without a trailing "/". "*" matches only the first
 * label of the host. A host that ends with "." is a different origin than the host without it.
 */
export function isOrigin(text: string): boolean {
  if (text === '*' || text === 'null') return true;
  const plain = text.replace(WILDCARD, '://');
  if (plain.includes('*') || !URL.canParse(plain)) return false;
  const { origin, hostname } = new URL(plain);
  return origin === plain && !hostname.endsWith('.');
}

/**
 * Creates a function that checks an origin against these origins.
 *
 * @param allowed "https://*.example.com" matches every subdomain
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
