import type * as real from '../explain.ts';
import { absent } from './describe.ts';

export const explain: typeof real.explain = () => {
  throw absent('explain()');
};
