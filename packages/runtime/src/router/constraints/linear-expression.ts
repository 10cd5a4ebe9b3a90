import { RE2JS } from 're2js';
import { linearTestWith } from './linear-test.ts';

/** That of linear-test.ts, for bundlers, which take re2js along. */
export function linearTest(source: string, flags: string): ((value: string) => boolean) | undefined {
  return linearTestWith(() => RE2JS, source, flags);
}
