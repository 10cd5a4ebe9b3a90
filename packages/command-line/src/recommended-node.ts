/** The version of Node that new projects name for production. Fw also runs on older versions, which Node no longer supports. */
export const RECOMMENDED_NODE = '24';
