import { digestOf, equalBytes } from '../crypto/equal.ts';

/**
 * Creates a function that returns the owner of a credential. It compares the digests of all credentials each time, so
 * that its duration reveals neither a partial match nor the owner.
 *
 * @param credentials each with its owner
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
