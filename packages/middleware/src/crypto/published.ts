import { check, type CheckAction } from 'valibot';

// Examples of the documentation had these values, and people copy examples.
const PUBLISHED = new Set([
  'a secret that only the issuer and this site know',
  'correct horse battery staple',
  'engine',
  'for tests alone: it protects nothing',
  'for-tests-alone-it-protects-nothing',
  'only for this example, not for your app',
  'only-for-development',
]);

/** Whether everyone knows a secret, because the documentation names it. */
export function isPublished(secret: string): boolean {
  return PUBLISHED.has(secret);
}

/** Rejects the secrets, tokens and passwords that the documentation names. */
export const unpublished: CheckAction<string, string> = check(
  (secret) => !isPublished(secret),
  'expected a secret of your own, not one of the documentation',
);
