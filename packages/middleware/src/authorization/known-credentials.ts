import { digestOf, equalBytes } from '../crypto/equal.ts';

/**
 * Makes a function that tells whose a credential is. All are compared each time, by their digests, so that the time tells
 * neither how much of one is right nor whose it would be.
 *
 * @param credentials and whose each is
 */
export function knownCredentials(
  credentials: readonly (readonly [credential: string, name: string])[],
): (given: string) => Promise<string | undefined> {
  const known = Promise.all(
    credentials.map(async ([credential, name]) => [await digestOf(credential), name] as const),
  );
  return async (given) => {
    const [digest, all] = await Promise.all([digestOf(given), known]);
    let found: string | undefined;
    for (const [each, name] of all) if (equalBytes(each, digest)) found = name;
    return found;
  };
}
