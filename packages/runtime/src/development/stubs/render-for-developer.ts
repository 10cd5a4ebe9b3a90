// The app uses its own renderer for message and stack when this is undefined; see errors/responses/error-responder.ts.
export const renderForDeveloper: undefined = undefined;
