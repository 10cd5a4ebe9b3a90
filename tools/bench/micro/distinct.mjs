// Functions that do the same and are not the same to V8. Ten closures of one function would share what V8 has learnt of
// it, which no application has; each of these is compiled by itself.

/** The count that every middleware of the benchmarks raises, so that one that is skipped is found out. */
export const passed = { count: 0 };

/**
 * @param parameters of the function, such as `(request, delegate)`
 * @param pass what it returns, such as `delegate(request)`
 */
export function distinctMiddlewares(count, parameters, pass, isAsync = false) {
  return Array.from({ length: count }, () =>
    new Function(
      'passed',
      isAsync
        ? `return async ${parameters} => { passed.count++; return await ${pass}; }`
        : `return ${parameters} => { passed.count++; return ${pass}; }`,
    )(passed),
  );
}
