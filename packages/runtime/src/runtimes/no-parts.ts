// `#parts` where there is neither Node nor Bun nor Deno, and in a bundle that is not made for them; see server/no-server.ts.
export const readParts: undefined = undefined;
