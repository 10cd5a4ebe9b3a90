/** Replaces a secret value. */
export const MASK = '***';

// Case and separators are ignored.
const SECRET =
  /authori[sz]ation|authenticat|cookie|token|secret|passw|passphrase|pwd|credential|session|csrf|xsrf|signature|hmac|private|jwt|samlre(?:quest|sponse)|oobcode|codeverifier|(?:api|access|account|encryption|functions|master|shared|signing|subscription)key|(?:access|auth|authorization|backup|confirmation|device|invite|login|pass|recovery|reset|security|user|verification)code/;
const SECRET_WORD = /^(?:auth|pass|sid|otp|pin|sig)$/;
// These names are harmless elsewhere: the `code` of an error, the `key` of a setting, the `ticket` of a help desk.
const SECRET_PARAMETER = /^(?:x[-_.]?)?(?:assertion|code|key|ticket)$/i;

/**
 * Whether the name of a header, an attribute, a parameter, a field or a key suggests that its value is a secret.
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

/**
 * Whether the name of a header, a query parameter or a form field suggests that its value is a secret: a secret name, or the
 * `code`, `key`, `ticket` or `assertion` of a sign-in or a signed URL. `state` isn't a secret, because it is worthless without
 * the cookie of the client that began to sign in.
 *
 * @example isSecretParameter('code') && isSecretParameter('X-Key') && !isSecretParameter('country_code') // true
 */
export function isSecretParameter(name: string): boolean {
  return SECRET_PARAMETER.test(name) || isSecretName(name);
}

const KNOWN_FORMS: readonly (readonly [RegExp, string])[] = [
  // The signed tokens of RFC 7519.
  [/(?<![\w-])eyJ[\w-]{4,}\.[\w-]+(?:\.[\w-]*)?/g, MASK],
  [/\b(bearer)\s+[\w.~+/=-]+/gi, `$1 ${MASK}`],
  [/\b([Bb]asic)\s+(?=[\w+/]*(?:[\d+/=]|[a-z][A-Z]))[\w+/]{6,}=*/g, `$1 ${MASK}`],
  // A password may contain "/", "?" and "#", although it should not. Its length is limited so that the time stays linear.
  [/(?<![\w+.-])([a-z][\w+.-]*:\/\/)(?:[^\s:/?#@"'`]{0,300}:[^\s"'`]{0,300}|[^\s/"'`]*)@/gi, `$1${MASK}@`],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g, MASK],
  [
    /\b(?:[spr]k_(?:live|test)_\w+|gh[pousr]_\w{20,}|github_pat_\w+|xox[abeoprs]-[\w-]+|AKIA[\dA-Z]{16})/g,
    MASK,
  ],
];
const PAIR = /(?<![\w.-])([\w.-]+)=(?!\*\*\*)("[^"]*"|'[^']*'|[^\s&;,"']+)/g;
// Also within an encoded URL, as in `?next=%2Fcb%3Fcode%3D1`. The length of a name is limited so that the time stays linear.
const URL_PARAMETER =
  /([?&#]|%3F|%26)((?:(?!%3D)[^\s?&=#"'`<>]){1,100})(=|%3D)((?:(?!%26|%23|%3F)[^\s?&#;"'`<>])+)/gi;
const JSON_PAIR = /"([\w.-]+)"(\s*:\s*)("(?:[^"\\]|\\.)*"|[\d.]+)/g;

/**
 * Masks secrets in a string: JSON Web Tokens, `Bearer …`, the user of `scheme://user:password@host`, keys of well-known
 * services, the values of `name=value` and `"name": "value"` with secret names, and the secret parameters of URLs.
 *
 * @returns the string with `***` in place of each secret
 * @example maskText('GET /?token=abc') // 'GET /?token=***'
 */
export function maskText(text: string): string {
  let masked = text;
  for (const [form, replacement] of KNOWN_FORMS) masked = masked.replace(form, replacement);
  return masked
    .replace(URL_PARAMETER, (pair, before: string, name: string, equals: string) =>
      isSecretParameter(decoded(name)) ? `${before}${name}${equals}${MASK}` : pair,
    )
    .replace(PAIR, (pair, name: string) => (isSecretName(name) ? `${name}=${MASK}` : pair))
    .replace(JSON_PAIR, (pair, name: string, colon: string) =>
      isSecretName(name) ? `"${name}"${colon}"${MASK}"` : pair,
    );
}

/** The name of a query parameter without percent-encoding. */
export function decoded(name: string): string {
  return new URLSearchParams(name).keys().next().value ?? '';
}

/**
 * Reads a URL that may contain a password. Errors about it name the setting, and show no part of the URL, because another part may
 * be the password where characters such as `/` aren't percent-encoded.
 *
 * @param schemes the schemes that are accepted, such as `redis`
 * @returns undefined when it is no such URL, or when its user or password isn't percent-encoded
 * @example parseSecretUrl('redis://:pass%2Fword@127.0.0.1', ['redis', 'rediss'])
 */
export function parseSecretUrl(text: unknown, schemes: readonly string[]): URL | undefined {
  if (typeof text !== 'string' || !schemes.some((scheme) => text.startsWith(`${scheme}://`)))
    return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // A "/" in the password ends the host too early.
  if (url === undefined || /@/.test(url.pathname + url.search + url.hash)) return undefined;
  return /%(?![\da-f]{2})/i.test(url.username + url.password) ? undefined : url;
}

/** Hides the URL in an error of `new URL()`, which logs would print: the URL may contain a password. */
export function hideInput(thrown: unknown): void {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 10; error = error.cause, depth++) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_INVALID_URL') continue;
    for (const key of ['input', 'base']) Reflect.defineProperty(error, key, { enumerable: false });
  }
}
