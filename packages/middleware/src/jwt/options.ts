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

/**
 * Options of `jwt()`: a token must be signed with one of the keys, and meet all other options. Set exactly one of
 * `key` and `jwks`.
 */
export interface JwtOptions {
  /** A secret or a public key, or several. Any of them may have signed the token. */
  readonly key?: JwtKey | readonly JwtKey[];
  /** The https URL at which the issuer publishes its keys, or the key set itself. Requires `issuer` and `audience`. */
  readonly jwks?: Jwks;
  /** The algorithms with which a token may be signed; the usual ones for the type of key when absent. */
  readonly algorithms?: readonly JwtAlgorithm[];
  /** The required issuer (`iss`); false, or absence with `key`, accepts any issuer that has the key. */
  readonly issuer?: string | readonly string[] | false;
  /**
   * The required audience (`aud`), which is this app; false, or absence with `key`, accepts tokens for other
   * audiences as well.
   */
  readonly audience?: string | readonly string[] | false;
  /** Whether a token must have an expiration time (`exp`); true when absent. Expired tokens are always rejected. */
  readonly must_expire?: boolean;
  /** The maximum age of a token (`iat`) in seconds; unlimited when absent. */
  readonly max_age?: number;
  /** The tolerated clock difference in seconds; 0 when absent. */
  readonly clock_tolerance?: number;
  /** The required type in the token's header, such as 'at+jwt' (RFC 9068); any when absent. */
  readonly typ?: string;
  /** The names of further claims that are required; none when absent. */
  readonly required_claims?: readonly string[];
  /** The name of a cookie that may contain the token; none when absent. Use `csrf` as well then. */
  readonly cookie?: string;
  /**
   * Whether requests without a token pass, without claims; false when absent. Requests with an invalid token never
   * pass.
   */
  readonly optional?: boolean;
  /** The realm sent to clients; 'Restricted' when absent. */
  readonly realm?: string;
  /** The time limit for fetching the keys of `jwks`, in milliseconds; 5000 when absent. */
  readonly jwks_timeout?: number;
  /** The minimum time between two fetches that unknown keys trigger, in milliseconds; 30 000 when absent. */
  readonly jwks_cooldown?: number;
  /** How long fetched keys are cached, in milliseconds; 600 000 when absent. */
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

const TEXT = text((value) => value !== '', 'a non-empty string');
const EXPECTED = optional(
  union([literal(false), TEXT, pipe(array(TEXT), minLength(1, 'expected at least one'))]),
);
const JWKS: GenericSchema<Jwks> = union([
  text(isKeyUrl, 'a URL that begins with "https://", or with "http://localhost"'),
  strictObject({ keys: array(custom<object>((key) => typeof key === 'object' && key !== null)) }),
]);
export const OPTIONS: GenericSchema<unknown, JwtSettings> = pipe(
  strictObject({
    // Validated by readKey, whose errors don't show the key.
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
    'expected "issuer" and "audience" with "jwks", because these keys may also sign tokens for other apps; false accepts those',
  ),
);

function isKeyUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  );
}
