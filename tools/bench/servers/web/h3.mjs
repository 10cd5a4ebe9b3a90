// h3, which chooses the runtime's own server itself.
export { start } from '../h3.mjs';
