// `#files` where there is no file system, and in a bundle that is not made for a runtime that has one; see server/no-server.ts.
export const loadConfig: undefined = undefined;
