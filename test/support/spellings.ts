// One list for every edge where two programs read a path: a guard, and a reader behind it. Plain data without imports, so that
// any test can use it.

/** A spelling that some reader takes for a guarded path. */
export interface HostileSpelling {
  /**
   * A request target. For the guarded folder `/api/private` and the path `/s.txt` in it, `{above}` is `/api`, `{name}` is
   * `private`, `{NAME}` is `PRIVATE`, `{first}` is `%70rivate`, `{each}` is `%70%72%69%76%61%74%65`, and `{rest}` is `/s.txt`.
   */
  readonly target: string;
  readonly reason: string;
  /** The target contains bytes that `fetch` and URL parsers change, so it must be written to a socket. */
  readonly raw?: true;
}

export const HOSTILE_SPELLINGS: readonly HostileSpelling[] = [
  // Escapes.
  { target: '{above}/{first}{rest}', reason: 'an escaped letter' },
  { target: '{above}/{each}{rest}', reason: 'every letter is escaped' },
  { target: '{above}/%25{each}{rest}', reason: 'the percent sign is escaped, too' },
  { target: '{above}/{name}%2F..%2F{name}{rest}', reason: 'dot segments between escaped slashes' },
  { target: '{above}/{name}%00{rest}', reason: 'C programs stop at a zero byte' },
  { target: '{above}/%00/{name}{rest}', reason: 'a zero byte as a segment' },
  // Dot segments.
  { target: '{above}/./{name}{rest}', reason: 'a dot segment', raw: true },
  { target: '{above}/x/../{name}{rest}', reason: 'a parent segment', raw: true },
  { target: '{above}/%2e/{name}{rest}', reason: 'an escaped dot segment', raw: true },
  { target: '{above}/x/%2e%2e/{name}{rest}', reason: 'an escaped parent segment', raw: true },
  { target: '{above}/x/.%2E/{name}{rest}', reason: 'a parent segment that is escaped in part', raw: true },
  { target: '/../..{above}/{name}{rest}', reason: 'a path that climbs above the root', raw: true },
  { target: '{above}/x/..%2F{name}{rest}', reason: 'a parent segment before an escaped slash' },
  { target: '{above}/x/..%2f{name}{rest}', reason: 'the same with lower-case digits' },
  { target: '{above}/x/%2e%2e%2f{name}{rest}', reason: 'the same with escaped dots' },
  { target: '{above}/x%2F..%2F{name}{rest}', reason: 'a parent segment between escaped slashes' },
  { target: '{above}/x/..%5C{name}{rest}', reason: 'a parent segment before an escaped backslash' },
  { target: '{above}/x%5C..%5C{name}{rest}', reason: 'a parent segment between escaped backslashes' },
  { target: '{above}/x/..%252F{name}{rest}', reason: 'a slash that is escaped twice' },
  { target: '{above}/x/..;/{name}{rest}', reason: 'a parent segment with parameters' },
  { target: '{above}/x/..;a=b/{name}{rest}', reason: 'a parent segment with named parameters' },
  { target: '{above}/x/..%3B/{name}{rest}', reason: 'the same with an escaped semicolon' },
  { target: '{above}/x%2Fy/..;/{name}{rest}', reason: 'the length of the path depends on the reader' },
  { target: '{above}/x/%2E%2E%00/{name}{rest}', reason: 'a parent segment before a zero byte' },
  // Separators.
  { target: '/{above}/{name}{rest}', reason: 'two slashes at the start', raw: true },
  { target: '//{above}//{name}/{rest}', reason: 'several slashes', raw: true },
  { target: '{above}//{name}{rest}', reason: 'two slashes', raw: true },
  { target: '{above}/%2F{name}{rest}', reason: 'an escaped slash at the start' },
  { target: '{above}/%2f{name}{rest}', reason: 'the same with lower-case digits' },
  { target: '{above}/%2F%2F{name}{rest}', reason: 'two escaped slashes' },
  { target: '{above}%2F{name}{rest}', reason: 'an escaped slash in front of the name' },
  { target: '{above}/%5C{name}{rest}', reason: 'an escaped backslash at the start' },
  { target: '{above}/%5c%2f{name}{rest}', reason: 'both separators' },
  { target: '{above}/.%2F{name}{rest}', reason: 'a dot segment before an escaped slash' },
  { target: '{above}\\{name}{rest}', reason: 'a backslash', raw: true },
  { target: '{above}/x/..\\{name}{rest}', reason: 'a backslash after a parent segment', raw: true },
  { target: '{above}/{name}%2F{rest}', reason: 'an escaped slash behind the name' },
  { target: '{above}/{name}%5C{rest}', reason: 'an escaped backslash behind the name' },
  // Parameters of segments.
  { target: '{above}/{name};{rest}', reason: 'Java servers cut off ";"' },
  { target: '{above}/{name};a=b{rest}', reason: 'Java servers cut off parameters' },
  { target: '{above}/;/{name}{rest}', reason: 'a segment that is only a parameter' },
  { target: '{above}/{name}%3B{rest}', reason: 'an escaped semicolon' },
  { target: '{above}/{name};%2Fx/..%2F..{rest}', reason: 'an escaped slash within parameters' },
  // Case.
  { target: '{above}/{NAME}{rest}', reason: 'file systems and Express ignore case' },
  { target: '{above}//{NAME}{rest}', reason: 'two slashes and another case', raw: true },
  { target: '{above}/%2F{NAME}{rest}', reason: 'an escaped slash and another case' },
  { target: '{above}/x/..%2F{NAME}{rest}', reason: 'a parent segment and another case' },
  // Combinations.
  { target: '//x/..%2F%2F{above}//{name};a{rest}', reason: 'all separators at once', raw: true },
  { target: '/;a/x%5C..%2F{above}/{name}%00{rest}', reason: 'parameters, separators and a zero byte' },
  // Targets that aren't paths.
  { target: '{above}/{name}{rest}#', reason: 'a fragment, which no target may have', raw: true },
  { target: '{above}/{name}#/public', reason: 'a fragment that looks like a path', raw: true },
  { target: '{above}/{name}{rest}\t', reason: 'a tab, which URL parsers drop', raw: true },
  { target: '{above}/{name}\xa0{rest}', reason: 'a byte beyond ASCII', raw: true },
  { target: '{above}/\xad{name}{rest}', reason: 'a byte beyond ASCII that some readers drop', raw: true },
];

/** The target of a hostile spelling for a guarded folder and a path in it. */
export function spell({ target }: HostileSpelling, folder: string, rest: string): string {
  const cut = folder.lastIndexOf('/');
  const above = folder.slice(0, cut);
  const name = folder.slice(cut + 1);
  const each = [...name].map((letter) => `%${letter.charCodeAt(0).toString(16)}`);
  const values: Readonly<Record<string, string>> = {
    above,
    name,
    NAME: name.toUpperCase(),
    first: each[0] + name.slice(1),
    each: each.join(''),
    rest,
  };
  return target.replace(/\{(\w+)\}/g, (_all, key: string) => values[key] as string);
}

/** Escapes that the canonical form of a path decodes, though clients must not escape these characters in static text. */
export const RESERVED_ESCAPES: readonly (readonly [escape: string, character: string])[] = [
  ['%21', '!'],
  ['%24', '$'],
  ['%26', '&'],
  ['%27', "'"],
  ['%28', '('],
  ['%29', ')'],
  ['%2A', '*'],
  ['%2B', '+'],
  ['%2C', ','],
  ['%3A', ':'],
  ['%3B', ';'],
  ['%3D', '='],
  ['%40', '@'],
  ['%5E', '^'],
  ['%7C', '|'],
  ['%7E', '~'],
];

/** The paths of ordinary clients. None of these paths is below `/private`, `/admin` or `/api/private` for any reader. */
export interface LegitimateUrl {
  /** The path of a route. */
  readonly route: string;
  readonly target: string;
  /** The parameters that the handler gets. */
  readonly params: Readonly<Record<string, string>>;
  readonly reason: string;
}

export const LEGITIMATE_URLS: readonly LegitimateUrl[] = [
  { route: '/ping', target: '/ping', params: {}, reason: 'static text' },
  { route: '/@me', target: '/@me', params: {}, reason: 'an at sign in static text' },
  { route: '/v1/users:batch', target: '/v1/users:batch', params: {}, reason: 'a colon in static text' },
  { route: '/a+b,c;d=e', target: '/a+b,c;d=e', params: {}, reason: 'sub-delimiters in static text' },
  { route: '/caf\u00e9', target: '/caf%C3%A9', params: {}, reason: 'static text beyond ASCII' },
  { route: '/new page', target: '/new%20page', params: {}, reason: 'a space in static text' },
  { route: '/post/{id}', target: '/post/7', params: { id: '7' }, reason: 'a plain parameter' },
  { route: '/post/{id}', target: '/post/a%2Fb', params: { id: 'a/b' }, reason: 'an escaped slash' },
  { route: '/post/{id}', target: '/post/a%2fb', params: { id: 'a/b' }, reason: 'lower-case digits' },
  { route: '/post/{id}', target: '/post/a%5Cb', params: { id: 'a\\b' }, reason: 'an escaped backslash' },
  {
    route: '/post/{id}',
    target: '/post/private%2Fx',
    params: { id: 'private/x' },
    reason: 'the guarded name in a value',
  },
  {
    route: '/post/{id}',
    target: '/post/%2Fprivate',
    params: { id: '/private' },
    reason: 'the guarded path in a value',
  },
  {
    route: '/post/{id}',
    target: '/post/ada%40example.org',
    params: { id: 'ada@example.org' },
    reason: 'encodeURIComponent escapes "@"',
  },
  {
    route: '/post/{id}',
    target: '/post/ada@example.org',
    params: { id: 'ada@example.org' },
    reason: 'browsers keep "@"',
  },
  {
    route: '/post/{id}',
    target: '/post/urn%3Aisbn%3A1',
    params: { id: 'urn:isbn:1' },
    reason: 'encodeURIComponent escapes ":"',
  },
  {
    route: '/post/{id}',
    target: '/post/1%2B1',
    params: { id: '1+1' },
    reason: 'encodeURIComponent escapes "+"',
  },
  { route: '/post/{id}', target: '/post/a%20b', params: { id: 'a b' }, reason: 'a space' },
  { route: '/post/{id}', target: '/post/%7Eada', params: { id: '~ada' }, reason: 'old clients escape "~"' },
  { route: '/post/{id}', target: '/post/a;b=c', params: { id: 'a;b=c' }, reason: 'a semicolon' },
  {
    route: '/post/{id}',
    target: '/post/a%3Bb',
    params: { id: 'a;b' },
    reason: 'encodeURIComponent escapes ";"',
  },
  { route: '/post/{id}', target: '/post/50%25', params: { id: '50%' }, reason: 'a percent sign' },
  {
    route: '/post/{id}',
    target: '/post/%2561',
    params: { id: '%61' },
    reason: 'text that looks like an escape',
  },
  {
    route: '/post/{id}',
    target: '/post/%C3%BCber',
    params: { id: '\u00fcber' },
    reason: 'a letter beyond ASCII',
  },
  {
    route: '/post/{id}',
    target: '/post/%c3%bcber',
    params: { id: '\u00fcber' },
    reason: 'the same with lower-case digits',
  },
  { route: '/post/{id}', target: '/post/%F0%9F%98%80', params: { id: '\u{1f600}' }, reason: 'an emoji' },
  { route: '/post/{id}', target: '/post/[x]', params: { id: '[x]' }, reason: 'browsers keep brackets' },
  { route: '/post/{id}', target: '/post/a|b', params: { id: 'a|b' }, reason: 'browsers keep "|"' },
  { route: '/post/{id}', target: '/post/%3Ca%3E', params: { id: '<a>' }, reason: 'escaped angle brackets' },
  { route: '/post/{id}', target: '/post/a..b', params: { id: 'a..b' }, reason: 'dots within a value' },
  { route: '/post/{id}', target: '/post/..a', params: { id: '..a' }, reason: 'dots at the start of a value' },
  { route: '/post/{id}', target: '/post/...', params: { id: '...' }, reason: 'three dots' },
  {
    route: '/post/{id}',
    target: '/post/a?b=%2e%2e/%61',
    params: { id: 'a' },
    reason: 'anything in the query',
  },
  { route: '/num/{id:\\d+}', target: '/num/42', params: { id: '42' }, reason: 'a constraint' },
  {
    route: '/mail/{to:[^@]+@.+}',
    target: '/mail/a%40b',
    params: { to: 'a@b' },
    reason: 'constraints match decoded values',
  },
  {
    route: '/{year:\\d{4}}-{month:\\d\\d}.html',
    target: '/2026-11.html',
    params: { year: '2026', month: '11' },
    reason: 'static text and placeholders in one segment',
  },
  {
    route: '/at/{user}@{host}',
    target: '/at/a%2Bb@c',
    params: { user: 'a+b', host: 'c' },
    reason: 'an escape beside static text',
  },
  { route: '/page[/{n}[/{lang}]]', target: '/page', params: {}, reason: 'no optional part' },
  {
    route: '/page[/{n}[/{lang}]]',
    target: '/page/2/de-AT',
    params: { n: '2', lang: 'de-AT' },
    reason: 'both optional parts',
  },
  { route: '/rest/{path:.*}', target: '/rest/', params: { path: '' }, reason: 'an empty rest' },
  { route: '/rest/{path:.*}', target: '/rest/a/b.txt', params: { path: 'a/b.txt' }, reason: 'a rest' },
  { route: '/rest/{path:.*}', target: '/rest/a//b', params: { path: 'a//b' }, reason: 'an empty segment' },
  {
    route: '/rest/{path:.*}',
    target: '/rest/private/a%2Fb',
    params: { path: 'private/a/b' },
    reason: 'the guarded name in a rest',
  },
  {
    route: '/rest/{path:.*}',
    target: '/rest/%40scope/pkg@1.0.0',
    params: { path: '@scope/pkg@1.0.0' },
    reason: 'a package name',
  },
  {
    route: '/rest/{path:.*}',
    target: '/rest/https%3A%2F%2Fexample.org%2Fa%3Fb',
    params: { path: 'https://example.org/a?b' },
    reason: 'a URL as a value',
  },
];
