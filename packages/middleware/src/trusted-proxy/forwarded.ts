/** The parameters that one proxy has added about its client. */
export type Hop = ReadonlyMap<string, string>;

// A parameter and its delimiter.
const PARAMETER = /[\t ]*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\t ",;]+))[\t ]*([,;]|$)/y;

/**
 * The hops of a Forwarded header, the nearest last. Empty when any part is malformed: an open quote sent by a client
 * must not swallow what a proxy has added.
 *
 * @source RFC 7239 4
 */
export function parseForwarded(header: string): readonly Hop[] {
  const hops: Map<string, string>[] = [];
  let hop = new Map<string, string>();
  PARAMETER.lastIndex = 0;
  while (PARAMETER.lastIndex < header.length) {
    const [, name, quoted, token, end] = PARAMETER.exec(header) ?? [];
    const key = name?.toLowerCase();
    if (key === undefined || hop.has(key)) return [];
    hop.set(key, quoted?.replace(/\\(.)/g, '$1') ?? token ?? '');
    if (end === ';') continue;
    hops.push(hop);
    hop = new Map();
  }
  return /[,;][\t ]*$/.test(header) ? [] : hops;
}
