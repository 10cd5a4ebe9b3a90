import type * as real from '../late-middleware.ts';

const none: ReadonlyMap<never, string> = new Map<never, string>();

export const lateMiddleware: typeof real.lateMiddleware = () => none;

export const lateWarnings: typeof real.lateWarnings = () => [];
