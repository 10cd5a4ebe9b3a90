import {
  array,
  boolean,
  check,
  custom,
  type GenericSchema,
  literal,
  minLength,
  optional,
  picklist,
  pipe,
  strictObject,
  string,
  union,
} from 'valibot';
import { realmText } from '../authorization/quoted.ts';
import { count, milliseconds, text, token } from '../provider/schemas.ts';
import { ALGORITHMS, type JwtAlgorithm } from './algorithms.ts';
import type { Jwks } from './key-set.ts';
import type { JwtKey } from './read-key.ts';

/** Which tokens are taken: those of one of the keys that also fit all else. One of `key` and `jwks` must be given. */
export interface JwtOptions {
  /** A secret or a public key, or several, of which any may have signed. */
  readonly key?: JwtKey | readonly JwtKey[];
  /** The URL, by https, at which the issuer publishes its keys, or such a set itself. With `issuer` and `audience`. */
  readonly jwks?: Jwks;
  /** What the token may be signed with; when absent, what the kind of the key makes usual. */
  readonly algorithms?: readonly JwtAlgorithm[];
  /** Who must have made the token (`iss`); false, or absence with `key`, takes anybody who has the key. */
  readonly issuer?: string | readonly string[] | false;
  /** Whom the token must be for (`aud`), which is this site; false, or absence with `key`, takes those for others as well. */
  readonly audience?: string | readonly string[] | false;
  /** Whether a token must have an end (`exp`); true when absent. One that has an end is never taken after it. */
  readonly must_expire?: boolean;
  /** How long ago the token may have been made (`iat`), in seconds; any time when absent. */
  readonly max_age?: number;
  /** How much the clocks may differ, in seconds; 0 when absent. */
  readonly clock_tolerance?: number;
  /** The type that its header must name, such as 'at+jwt' (RFC 9068); any when absent. */
  readonly typ?: string;
  /** Further claims that must be there. */
  readonly required_claims?: readonly string[];
  /** The name of a cookie in which a token may stand too; none when absent. Then `csrf` is needed as well. */
  readonly cookie?: string;
  /** Whether requests without a token pass, without claims; false when absent. One with a bad token never passes. */
  readonly optional?: boolean;
  /** What clients are told the token is for; 'Restricted' when absent. */
  readonly realm?: string;
  /** How long to wait for the keys of `jwks`, in milliseconds; 5000 when absent. */
  readonly jwks_timeout?: number;
  /** How long to wait after the keys were fetched before an unknown one makes them be fetched again, in milliseconds; 30 000 when absent. */
  readonly jwks_cooldown?: number;
  /** How long fetched keys count, in milliseconds; 600 000 when absent. */
  readonly jwks_max_age?: number;
}

type Defaulted =
  | 'must_expire'
  | 'clock_tolerance'
  | 'required_claims'
  | 'optional'
  | 'realm'
  | 'jwks_timeout'
  | 'jwks_cooldown'
  | 'jwks_max_age';
export type JwtSettings = Omit<
  { readonly [Name in keyof JwtOptions]?: JwtOptions[Name] | undefined },
  Defaulted
> &
  Required<Pick<JwtOptions, Defaulted>>;

const TEXT = text((value) => value !== '', 'text that is not empty');
const EXPECTED = optional(
  union([literal(false), TEXT, pipe(array(TEXT), minLength(1, 'expected at least one'))]),
);
const JWKS: GenericSchema<Jwks> = union([
  text(isKeyUrl, 'a URL that begins with "https://", or with "http://localhost"'),
  strictObject({ keys: array(custom<object>((key) => typeof key === 'object' && key !== null)) }),
]);
export const OPTIONS: GenericSchema<unknown, JwtSettings> = pipe(
  strictObject({
    // Judged by readKey, whose faults do not show it.
    key: optional(custom<JwtKey | readonly JwtKey[]>(() => true)),
    jwks: optional(JWKS),
    algorithms: optional(pipe(array(picklist(ALGORITHMS)), minLength(1, 'expected at least one algorithm'))),
    issuer: EXPECTED,
    audience: EXPECTED,
    must_expire: optional(boolean(), true),
    max_age: optional(count('seconds', 1)),
    clock_tolerance: optional(count('seconds'), 0),
    typ: optional(TEXT),
    required_claims: optional(array(string()), []),
    cookie: optional(token('the name of a cookie')),
    optional: optional(boolean(), false),
    realm: optional(realmText(), 'Restricted'),
    jwks_timeout: optional(milliseconds(), 5000),
    jwks_cooldown: optional(count('milliseconds'), 30_000),
    jwks_max_age: optional(milliseconds(), 600_000),
  }),
  check(({ key, jwks }) => (key === undefined) !== (jwks === undefined), 'expected either "key" or "jwks"'),
  check(
    ({ jwks, issuer, audience }) => jwks === undefined || (issuer !== undefined && audience !== undefined),
    'expected "issuer" and "audience" beside "jwks", because others have tokens of these keys too; false takes theirs',
  ),
);

function isKeyUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  );
}
