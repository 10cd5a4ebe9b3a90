// `#server` where there is neither Node nor Bun nor Deno, and in a bundle that is not made for them. What is loaded when it is
// first needed must import nothing: bundlers make all that it imports start late as well.
export const run: undefined = undefined;
