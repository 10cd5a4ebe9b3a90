import {
  type Attribute,
  attribute,
  type AttributeKey,
  defineMiddleware,
  HttpError,
  type ServerRequest,
  type SharedMiddleware,
} from 'fw-runtime';
import { check, minEntries, optional, pipe, record, strictObject, unknown } from 'valibot';
import { knownCredentials } from '../authorization/known-credentials.ts';
import { quoted, realmText } from '../authorization/quoted.ts';
import { unpublished } from '../crypto/published.ts';
import { readOptions } from '../provider/read-options.ts';
import { callback, text } from '../provider/schemas.ts';
import { basicCredentials } from './credentials.ts';

/**
 * Returns the user with this name and password, or a falsy value when there isn't one: undefined, null, false, '', 0,
 * 0n or NaN. Errors that it throws become error responses.
 *
 * @example const verify: VerifyBasic<User> = async (name, password) => users.find(name, await hash(password));
 */
export type VerifyBasic<User = unknown> = (
  name: string,
  password: string,
  request: ServerRequest,
) => User | undefined | null | false | Promise<User | undefined | null | false>;

/** Options of `basicAuth()`. Set exactly one of `users` and `verify`. */
export interface BasicAuthOptions<User = unknown> {
  /** Passwords by names. The name is the user. */
  readonly users?: Readonly<Record<string, string>>;
  /** The function that finds the user for a name and a password; called for each request. */
  readonly verify?: VerifyBasic<User>;
  /** The attribute that gets the user; `BasicUser` when absent. */
  readonly attribute?: AttributeKey<User>;
  /** The realm that browsers show in the password prompt; 'Restricted' when absent. */
  readonly realm?: string;
}

/**
 * The attribute with the user who has logged in: the value that `verify` returned, or the name under `users`.
 *
 * @example const name = request.require(BasicUser);
 */
export const BasicUser: Attribute<unknown> = attribute<unknown>('basicUser');

const NAME = text((name) => /^[^:\p{Cc}]+$/u.test(name), 'a name without ":"');
const PASSWORD = text((password) => password !== '', 'a password that is not empty');
const OPTIONS = pipe(
  strictObject({
    users: optional(
      pipe(record(NAME, pipe(PASSWORD, unpublished)), minEntries(1, 'expected at least one user')),
    ),
    verify: optional(callback<VerifyBasic>('a function')),
    attribute: optional(unknown()),
    realm: optional(realmText(), 'Restricted'),
  }),
  check(
    ({ users, verify }) => (users === undefined) !== (verify === undefined),
    'expected either "users" or "verify"',
  ),
);

/**
 * Protects routes with a username and password, which browsers prompt for (RFC 7617). Requests with missing or wrong
 * credentials get 401. Use it with HTTPS only: the password is sent unencrypted with each request.
 *
 * @param options `users` or `verify`, and optionally the attribute and the realm
 * @throws {@link ConfigError} when an option is malformed; the message names the option and shows no password
 * @example app.pipe('/admin', basicAuth({ users: { ada: ADMIN_PASSWORD } }));
 */
export function basicAuth<User = unknown>(options?: BasicAuthOptions<User>): SharedMiddleware {
  const { users = {}, verify, realm } = readOptions('basic_auth', OPTIONS, options);
  const key = (options?.attribute ?? BasicUser) as AttributeKey<unknown>;
  const headers = { 'WWW-Authenticate': `Basic realm=${quoted(realm)}, charset="UTF-8"` };
  const userOf = verify ?? verifyKnown(users);

  const security = { basicAuth: { type: 'http', scheme: 'basic' } } as const;
  return defineMiddleware(
    async function basicAuth(request, next) {
      const given = basicCredentials(request);
      const user = given && (await userOf(given.name, given.password, request));
      // Also '', 0 and NaN: a lookup that found nothing often returns them.
      if (!user) {
        throw new HttpError(401, 'Wrong username or password.', { headers });
      }
      return next(request.with(key, user));
    },
    { security },
  );
}

function verifyKnown(users: Readonly<Record<string, string>>): VerifyBasic<string> {
  const entries = Object.entries(users);
  const userOf = knownCredentials(
    entries.map(([name, password]) => [`${name}:${password}`.normalize('NFC'), name]),
  );
  return (name, password) => userOf(`${name}:${password}`);
}
