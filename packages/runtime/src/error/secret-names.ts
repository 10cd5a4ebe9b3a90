/** What stands in place of a value that gives access to something. */
export const MASK = '***';

// Without regard to case and to what separates the words.
const SECRET =
  /authori[sz]ation|authenticat|cookie|token|secret|passw|passphrase|pwd|credential|session|csrf|xsrf|signature|private|jwt|(?:api|access|encryption|signing|master)key/;
const SECRET_WORD = /^(?:auth|pass|sid|otp|pin)$/;

/**
 * Whether the name of a header, an attribute, a parameter, a field or a key says that its value gives access to something.
 *
 * @example isSecretName('X-Api-Key') && isSecretName('dbPassword') && !isSecretName('author') // true
 */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
  return SECRET.test(words.join('')) || words.some((word) => SECRET_WORD.test(word));
}

const KNOWN_FORMS: readonly (readonly [RegExp, string])[] = [
  // The signed tokens of RFC 7519.
  [/(?<![\w-])eyJ[\w-]{4,}\.[\w-]+(?:\.[\w-]*)?/g, MASK],
  [/\b(bearer)\s+[\w.~+/=-]+/gi, `$1 ${MASK}`],
  [/\b([Bb]asic)\s+(?=[\w+/]*(?:[\d+/=]|[a-z][A-Z]))[\w+/]{6,}=*/g, `$1 ${MASK}`],
  [/(?<![\w+.-])([a-z][\w+.-]*:\/\/)[^\s/"'`]*@/gi, `$1${MASK}@`],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g, MASK],
  [
    /\b(?:[spr]k_(?:live|test)_\w+|gh[pousr]_\w{20,}|github_pat_\w+|xox[abeoprs]-[\w-]+|AKIA[\dA-Z]{16})/g,
    MASK,
  ],
];
const PAIR = /(?<![\w.-])([\w.-]+)=(?!\*\*\*)("[^"]*"|'[^']*'|[^\s&;,"']+)/g;
const JSON_PAIR = /"([\w.-]+)"(\s*:\s*)("(?:[^"\\]|\\.)*"|[\d.]+)/g;

/**
 * A text without what looks like a secret in it: JSON Web Tokens, `Bearer …`, the user of `scheme://user:password@host`, keys
 * of well-known services, and the values of `name=value` and `"name": "value"` where the name is that of a secret.
 */
export function maskText(text: string): string {
  let masked = text;
  for (const [form, replacement] of KNOWN_FORMS) masked = masked.replace(form, replacement);
  return masked
    .replace(PAIR, (pair, name: string) => (isSecretName(name) ? `${name}=${MASK}` : pair))
    .replace(JSON_PAIR, (pair, name: string, colon: string) =>
      isSecretName(name) ? `"${name}"${colon}"${MASK}"` : pair,
    );
}
