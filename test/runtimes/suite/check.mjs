// Assertions of the cases in plain JavaScript, because no test library runs on every runtime.

/** @throws if two values have different JSON */
export function is(actual, expected) {
  const [got, wanted] = [show(actual), show(expected)];
  if (got !== wanted) throw new Error(`expected ${wanted}, got ${got}`);
}

/** @throws if a string does not match */
export function like(text, pattern) {
  if (!pattern.test(text)) throw new Error(`expected ${pattern}, got ${show(text)}`);
}

/** @throws if the response differs; `expected` has a status, headers and a body, as a string or a pattern */
export async function responds(response, { status = 200, headers = {}, body }) {
  const actual = response instanceof Promise ? await response : response;
  const text = await actual.text();
  if (actual.status !== status) throw new Error(`expected status ${status}, got ${actual.status}: ${text}`);
  for (const [name, value] of Object.entries(headers)) is(actual.headers.get(name), value);
  if (body instanceof RegExp) like(text, body);
  else if (body !== undefined) is(text, body);
}

/** @throws if nothing is thrown, or another error; `expected` has some of `name`, `code`, `message` */
export async function fails(action, expected) {
  let thrown;
  try {
    await action();
  } catch (error) {
    thrown = error;
  }
  if (thrown === undefined) throw new Error(`expected ${show(expected)} to be thrown`);
  for (const [key, value] of Object.entries(expected)) {
    if (value instanceof RegExp) like(thrown[key], value);
    else is(thrown[key], value);
  }
}

function show(value) {
  return JSON.stringify(value, (_key, each) => (each === undefined ? 'undefined' : each)) ?? 'undefined';
}
