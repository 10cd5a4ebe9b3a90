import type * as real from '../middleware-in.ts';

export const middlewareIn: typeof real.middlewareIn = () => [];
