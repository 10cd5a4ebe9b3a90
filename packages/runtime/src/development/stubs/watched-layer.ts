import type * as real from '../watched-layer.ts';

export const developmentObserver: typeof real.developmentObserver = { enter: () => undefined };
