import type ipaddr from 'ipaddr.js';

/** The package ipaddr.js. */
export type IpAddr = typeof ipaddr;
type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
// The longest address: an IPv6 address with an IPv4 part, brackets and a port. The expressions below, and those of
// ipaddr.js, take quadratic time.
const LONGEST = 53;
const WITH_PORT = /^(?:([\d.]+)|\[([\da-f:.]*:[\da-f:.]*)\])(?::\d{1,5})?$/i;

/** Parses addresses from options and headers, and matches them against trusted ranges. */
export class Addresses {
  readonly #ipaddr: IpAddr;

  constructor(ipaddr: IpAddr) {
    this.#ipaddr = ipaddr;
  }

  /** An address without a port; an IPv4-mapped IPv6 address becomes IPv4. Undefined for anything else. */
  parse(text: string): Address | undefined {
    if (text.length > LONGEST) return undefined;
    const { IPv4, IPv6 } = this.#ipaddr;
    const dotted = /[^:]*\.[^:]*$/.exec(text)?.[0];
    // Readers interpret short, octal and hexadecimal forms differently.
    if (dotted !== undefined && !IPv4.isValidFourPartDecimal(dotted)) return undefined;
    if (dotted === text) return this.#ipaddr.process(text);
    // "::10.0.0.1" differs from 10.0.0.1, which is "::ffff:10.0.0.1".
    const isOther = text.includes('%') || text === `::${dotted}`;
    return !isOther && IPv6.isValid(text) ? this.#ipaddr.process(text) : undefined;
  }

  /** An address in a header may have a port, and IPv6 then has brackets. */
  parseForwarded(text: string): Address | undefined {
    if (text.length > LONGEST) return undefined;
    const [, ipv4, ipv6] = WITH_PORT.exec(text) ?? [];
    return this.parse(ipv4 ?? ipv6 ?? text);
  }

  /** The ranges of an address, of an address with a prefix length, or of a named range. Empty when it is invalid. */
  rangesOf(text: string): readonly Range[] {
    if (Object.hasOwn(NAMED, text)) return (NAMED[text] ?? []).flatMap((each) => this.rangesOf(each));
    const [start = '', length] = text.split('/', 2);
    const address = this.parse(start);
    if (address === undefined) return [];
    const most = address.kind() === 'ipv4' ? 32 : 128;
    // "::ffff:10.0.0.0/104" is "10.0.0.0/8".
    const mapped = start.includes(':') && most === 32 ? 96 : 0;
    const bits = length === undefined ? most : /^\d{1,3}$/.test(length) ? Number(length) - mapped : -1;
    return bits < 0 || bits > most || text.split('/').length > 2 ? [] : [[address, bits]];
  }

  /** Creates a function that checks whether an address is in one of the ranges. */
  isIn(ranges: readonly Range[]): (address: Address) => boolean {
    return (address) =>
      ranges.some(([start, bits]) => start.kind() === address.kind() && address.match(start, bits));
  }
}
