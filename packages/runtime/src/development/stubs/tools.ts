import type * as real from '../tools.ts';

export const callingFiles: typeof real.callingFiles = () => [];
export const callOrigin: typeof real.callOrigin = () => undefined;
export const configOrigins: typeof real.configOrigins = () => () => undefined;
export const developmentObserver: typeof real.developmentObserver = { enter: () => undefined };
export const lateMiddleware: typeof real.lateMiddleware = () => new Map();
export const lateWarnings: typeof real.lateWarnings = () => [];
