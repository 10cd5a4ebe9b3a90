import type { HttpResponse } from '../../http/http-response.ts';
import type * as real from '../watched-layer.ts';

/** Watches nothing. */
class Unwatched implements Pick<real.WatchedLayer, 'run' | 'passOn' | 'finish' | 'leave' | 'fail'> {
  run<T>(invoke: () => T): T {
    return invoke();
  }

  passOn<T>(next: () => T): T {
    return next();
  }

  finish(): void {}

  leave(response: HttpResponse): HttpResponse {
    return response;
  }

  fail(): void {}
}

export const WatchedLayer: typeof real.WatchedLayer = Unwatched as unknown as typeof real.WatchedLayer;
