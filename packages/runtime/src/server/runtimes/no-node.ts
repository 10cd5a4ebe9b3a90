// "#server", "#files" and "#file-response" in a bundle for a runtime that is neither Node nor Bun nor Deno. Each caller
// throws an UnsupportedRuntimeError then. This file imports nothing, because bundlers also load late whatever it would import.

/** Replaces run.ts. */
export const run: undefined = undefined;
/** Replaces config/read-files.ts. */
export const readConfigFiles: undefined = undefined;
/** Replaces node/files/read-file.ts. */
export const readFile: undefined = undefined;
