import { SignJWT } from 'jose';
import type { User } from './users.ts';

/** Creates the tokens that the middleware `jwt` verifies. */
export class Tokens {
  static readonly inject = ['config'] as const;
  readonly #key: Uint8Array;

  constructor({ jwt: { key } }: { readonly jwt: { readonly key: string } }) {
    this.#key = new TextEncoder().encode(key);
  }

  create({ id }: User): Promise<string> {
    return new SignJWT({ sub: id })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1 hour')
      .sign(this.#key);
  }
}
