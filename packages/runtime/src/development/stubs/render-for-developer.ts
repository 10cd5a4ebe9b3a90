// The application's own renderer shows message and stack; see server/no-server.ts.
export const renderForDeveloper: undefined = undefined;
