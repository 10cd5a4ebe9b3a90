/**
 * The names of files with secrets, as `.gitignore` and `.dockerignore` exclude them. `.npmrc` isn't one of them: a
 * project commits it for its registry, and `fw check` finds literal tokens in it.
 */
export const SECRET_FILES: readonly string[] = [
  '.env',
  '.env.*',
  '.envrc',
  '.netrc',
  '.aws',
  '.ssh',
  '*.pem',
  '*.key',
  '*.p12',
  '*.pfx',
];
