// The examples of the documents are in variant B. Most of them can be written in variant A by three substitutions.

/** Exports of variant B alone, and code that differs in more than the signature of middleware, such as caught errors. */
const ONLY_B =
  /\b(?:ErrorHandler|ErrorResponseGenerator|NotFoundHandler|Delegate|Middleware|MiddlewarePipe|Application\.\w+|ApplicationFactory\.\w+|toDelegate|catch)\b|process\(request|delegate\.(?:process|handle)/;

/**
 * An example of variant B in variant A.
 *
 * @param {string} code TypeScript
 * @returns {string | undefined} undefined if the substitutions don't suffice
 */
export function inVariantA(code) {
  if (!code.includes("'fw-runtime/b'") || ONLY_B.test(code)) return undefined;
  // An example that calls the result "response" needs another name for the response that middleware is given.
  const given = /\b(?:const|let) response\b|\(response\)/.test(code) ? 'initial' : 'response';
  const changed = code
    .replaceAll("'fw-runtime/b'", "'fw-runtime/a'")
    .replaceAll(/\((_?request)(: \w+)?, delegate\)/g, `($1$2, ${given}, next)`)
    .replaceAll(/\bdelegate\(((?:[^()]|\([^()]*\))*)\)/g, `next($1, ${given})`);
  return /\bdelegate\b/.test(changed) ? undefined : changed;
}
