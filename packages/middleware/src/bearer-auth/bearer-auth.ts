import {
  type Attribute,
  attribute,
  type AttributeKey,
  defineMiddleware,
  type ServerRequest,
  type SharedMiddleware,
} from 'fw-runtime';
import { check, minEntries, optional, pipe, record, strictObject, string, unknown } from 'valibot';
import { bearerToken, invalidToken, missingToken } from '../authorization/bearer-token.ts';
import { knownCredentials } from '../authorization/known-credentials.ts';
import { realmText } from '../authorization/quoted.ts';
import { unpublished } from '../crypto/published.ts';
import { readOptions } from '../provider/read-options.ts';
import { callback, text } from '../provider/schemas.ts';

/**
 * Returns the user who owns a token, or a falsy value when there isn't one: undefined, null, false, '', 0, 0n or NaN.
 * Errors that it throws become error responses.
 *
 * @example const verify: VerifyBearer<User> = (token) => users.byToken(token);
 */
export type VerifyBearer<User = unknown> = (
  token: string,
  request: ServerRequest,
) => User | undefined | null | false | Promise<User | undefined | null | false>;

/** Options of `bearerAuth()`. Set exactly one of `tokens` and `verify`. */
export interface BearerAuthOptions<User = unknown> {
  /** Tokens of at least 16 characters by the names of their owners. The name is the user. */
  readonly tokens?: Readonly<Record<string, string>>;
  /** The function that finds the owner of a token; called for each request. */
  readonly verify?: VerifyBearer<User>;
  /** The attribute that gets the user; `BearerUser` when absent. */
  readonly attribute?: AttributeKey<User>;
  /** The realm sent to clients; 'Restricted' when absent. */
  readonly realm?: string;
}

/**
 * The attribute with the owner of the request's token: the value that `verify` returned, or the name under `tokens`.
 *
 * @example const name = request.require(BearerUser);
 */
export const BearerUser: Attribute<unknown> = attribute<unknown>('bearerUser');

const TOKEN = text(
  (token) => /^[\w.~+/-]{16,}=*$/.test(token),
  'a token of 16 or more letters, digits and "-._~+/"',
);
const OPTIONS = pipe(
  strictObject({
    tokens: optional(
      pipe(record(string(), pipe(TOKEN, unpublished)), minEntries(1, 'expected at least one token')),
    ),
    verify: optional(callback<VerifyBearer>('a function')),
    attribute: optional(unknown()),
    realm: optional(realmText(), 'Restricted'),
  }),
  check(
    ({ tokens, verify }) => (tokens === undefined) !== (verify === undefined),
    'expected either "tokens" or "verify"',
  ),
);

/**
 * Requires a bearer token, and stores its owner in an attribute. Requests without a valid token get 401, and requests
 * with a malformed Authorization header get 400 (RFC 6750).
 *
 * @param options `tokens` or `verify`, and optionally the attribute and the realm
 * @throws {@link ConfigError} when an option is malformed; the message names the option and shows no token
 * @example app.pipe('/api', bearerAuth({ verify: (token) => users.byToken(token), attribute: User }));
 */
export function bearerAuth<User = unknown>(options?: BearerAuthOptions<User>): SharedMiddleware {
  const { tokens = {}, verify, realm } = readOptions('bearer_auth', OPTIONS, options);
  const key = (options?.attribute ?? BearerUser) as AttributeKey<unknown>;
  const entries = Object.entries(tokens).map(([name, token]) => [token, name] as const);
  const userOf = verify ?? knownCredentials(entries);

  const security = { bearerAuth: { type: 'http', scheme: 'bearer' } } as const;
  return defineMiddleware(
    async function bearerAuth(request, next) {
      const token = bearerToken(request, realm);
      if (token === undefined) throw missingToken(realm);
      const user = await userOf(token, request);
      // Also '', 0 and NaN: a lookup that found nothing often returns them.
      if (!user) throw invalidToken(realm);
      return next(request.with(key, user));
    },
    { security },
  );
}
