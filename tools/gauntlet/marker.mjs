/** Text for clients with credentials only, as the body of a response, or in the header `X-Marker`. */
export const MARKER = 'protected-text-8f2c41';

/** Text for every client. */
export const OPEN = 'open text';

/** The credentials that each guard accepts. */
export const CREDENTIALS = 'Bearer letmein';

/** The body of a rejected request. */
export const DENIED = 'no credentials';
