// What applications use of the development tools with `debug`, and while `fw` inspects them.
export { configOrigins } from '../config/merge.ts';
export { callingFiles, callOrigin } from './call-sites.ts';
export { lateMiddleware, lateWarnings } from './late-middleware.ts';
export { developmentObserver } from './watched-layer.ts';
