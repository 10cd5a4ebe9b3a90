/** What only a client with credentials may receive, as the body of a response, or in the header `X-Marker`. */
export const MARKER = 'protected-text-8f2c41';

/** What every client may receive. */
export const OPEN = 'open text';

/** The credentials that each guard accepts. */
export const CREDENTIALS = 'Bearer letmein';

/** The body of a rejected request. */
export const DENIED = 'no credentials';
