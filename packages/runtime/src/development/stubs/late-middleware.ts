import type * as real from '../late-middleware.ts';

export const lateMiddleware: typeof real.lateMiddleware = () => new Map();
export const lateWarnings: typeof real.lateWarnings = () => [];
