import type * as real from '../nearest.ts';

export const whatElse: typeof real.whatElse = () => '.';
export const didYouMean: typeof real.didYouMean = () => '';
export const nearest: typeof real.nearest = () => [];
