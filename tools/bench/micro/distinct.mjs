// Functions with the same behavior that V8 treats as different. Ten closures of one function would share type feedback, which
// doesn't happen in an application; each of these is compiled by itself.

/** The counter that every middleware of the benchmarks increments, so that a skipped middleware is detected. */
export const passed = { count: 0 };

/**
 * @param parameters of the function, such as `(request, delegate)`
 * @param pass the expression that it returns, such as `delegate(request)`
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
