// The examples of the documents are in variant B. Most of them can be written in variant A by three substitutions.

/** What only variant B has, and what differs by more than the signature of a middleware. */
const ONLY_B =
  /\b(?:ErrorHandler|ErrorResponseGenerator|NotFoundHandler|Delegate|Middleware|MiddlewarePipe|Application\.\w+|ApplicationFactory\.\w+|toDelegate)\b|process\(request|delegate\.(?:process|handle)/;

/**
 * An example of variant B in variant A.
 *
 * @param {string} code TypeScript
 * @returns {string | undefined} undefined if the substitutions don't suffice
 */
export function inVariantA(code) {
  if (!code.includes("'fw-runtime/b'") || ONLY_B.test(code)) return undefined;
  const changed = code
    .replaceAll("'fw-runtime/b'", "'fw-runtime/a'")
    .replaceAll(/\((request|_request)(: \w+)?, delegate\)/g, '($1$2, response, next)')
    .replaceAll(/\bdelegate\(/g, 'next(')
    .replaceAll(/\bnext\(((?:[^()]|\([^()]*\))*)\)/g, (all, args, at, whole) =>
      whole.slice(Math.max(0, at - 5), at) === 'async' ? all : `next(${args}, response)`,
    );
  return /\bdelegate\b/.test(changed) ? undefined : changed;
}
