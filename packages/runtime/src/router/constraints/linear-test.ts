import type { RE2JS as Re2 } from 're2js';

// What means the same in both engines, or is rewritten below.
const ESCAPE = String.raw`\\(?:[dDwWstnrfv]|\W|x[\da-fA-F]{2}|u(?![dD][89a-fA-F])[\da-fA-F]{4}|[pP]\{[A-Z][a-z]?\})`;
const CLASS = String.raw`\[\^?(?:${ESCAPE}|[^\\[\]])+\]`;
const GROUP = String.raw`\((?:\?:|\?<\w+>|(?!\?))`;
const COMMON = new RegExp(String.raw`^(?:${CLASS}|${ESCAPE}|\\[SbB]|${GROUP}|[^\\[(])*$`, 'u');

// Line breaks and blanks as JavaScript knows them; re2js knows those of ASCII.
const BLANKS = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const NO_LINE_BREAK = String.raw`[^\n\r\x{2028}\x{2029}]`;

/**
 * Runs an expression with re2js, in time that grows with the length of the value only. It is read as with the flag "u": a
 * character beyond the Basic Multilingual Plane is one character, and with the flag "i" an "s" takes "ſ".
 *
 * @param load gives re2js, which is asked for only where an expression can be run with it
 * @returns undefined when it has what may differ between the engines: look-aheads, look-behinds, back-references, the flag
 * "m", operations on classes, rare escapes
 */
export function linearTestWith(
  load: () => typeof Re2,
  source: string,
  flags: string,
): ((value: string) => boolean) | undefined {
  const isCommon = /^[isu]*$/.test(flags) && COMMON.test(source);
  if (!isCommon || (flags.includes('i') && /\\[bp]/i.test(source))) return undefined;
  const RE2JS = load();
  const ignoreCase = flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0;
  const dotAll = flags.includes('s') ? RE2JS.DOTALL : 0;
  try {
    const checked = new RegExp(source, 'u').source;
    const expression = RE2JS.compile(rewritten(checked, dotAll !== 0), ignoreCase | dotAll);
    return (value) => expression.testExact(value);
  } catch {
    return undefined;
  }
}

function rewritten(source: string, dotAll: boolean): string {
  return source.replace(/\[(?:\\.|[^\]\\])*\]|\\u....|\\.|\./gs, (token) => {
    if (token === '.') return dotAll ? token : NO_LINE_BREAK;
    if (token === '\\S') return `[^${BLANKS}]`;
    const isClass = token.startsWith('[');
    return token.replace(/\\u(....)|\\./g, (escape, code?: string) => {
      if (escape === '\\s') return isClass ? BLANKS : `[${BLANKS}]`;
      return code === undefined ? escape : `\\x{${code}}`;
    });
  });
}
