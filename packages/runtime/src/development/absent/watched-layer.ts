import type * as real from '../watched-layer.ts';

/** Watches nothing. */
class Unwatched implements Pick<real.WatchedLayer, 'passOn' | 'finish' | 'fail'> {
  passOn<T>(next: () => T): T {
    return next();
  }

  finish(): void {}

  fail(): void {}
}

export const WatchedLayer: typeof real.WatchedLayer = Unwatched as unknown as typeof real.WatchedLayer;
