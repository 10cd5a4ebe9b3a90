/**
 * The value of a flag that takes a whole number.
 *
 * @param name of the flag, without dashes
 * @throws Error that names the flag
 */
export function wholeNumber(name, text) {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${name}: expected a whole number above 0, received ${text}`);
}
