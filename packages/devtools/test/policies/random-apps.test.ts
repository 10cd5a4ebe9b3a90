import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ServerRequest } from 'fw-runtime';
import { policyViolations } from '../../src/policies/policy-violations.ts';
import { buildRandom, randomPath, randomPolicy, randomSite, type Recorder } from './random-apps.ts';
import { variants } from './checked-app.ts';

const NAMES = ['Guard', 'Other', 'Third'];

describe.each(variants)('the policies of a random application of variant %s', (variant, fw) => {
  const isA = variant === 'a';
  const failing = fc.subarray(isA ? NAMES : []);
  const requests = fc.array(fc.tuple(randomPath, failing), { minLength: 20, maxLength: 20 });

  test('let no request to a handler skip a required middleware, and each reported example reaches its handler (C9)', async () => {
    let handled = 0;
    let shown = 0;
    await fc.assert(
      fc.asyncProperty(randomSite(isA), randomPolicy, requests, async (site, policy, asked) => {
        const unguarded = new Set<string>();
        const recorder: Recorder = {
          ran: [],
          failing: new Set(),
          onHandled: (route) => {
            handled++;
            if (!recorder.ran.includes('Guard')) unguarded.add(route);
          },
        };
        const app = buildRandom(fw, site, recorder);
        const ask = async (path: string, method = 'GET'): Promise<void> => {
          recorder.ran = [];
          unguarded.clear();
          const request = new ServerRequest(`http://localhost${path}`, { method });
          await app.handle(request);
          if (!isMeant(policy.every, request.path)) unguarded.clear();
        };
        const violations = await policyViolations(app, [policy]);
        const broken = new Set(violations.map(({ route }) => route));
        for (const [path, failures] of asked) {
          recorder.failing = new Set(failures);
          await ask(path);
          expect(
            [...unguarded].filter((route) => !broken.has(route)),
            path,
          ).toEqual([]);
        }
        recorder.failing = new Set();
        for (const { proven, route = '', path = '', method } of violations) {
          if (!proven) continue;
          shown++;
          await ask(path, method);
          expect([...unguarded], `${method} ${path}`).toContain(route);
        }
      }),
      { numRuns: 50 },
    );
    expect(handled).toBeGreaterThan(50);
    expect(shown).toBeGreaterThan(5);
  });
});

/** Whether a policy applies to a canonical path, by a regular expression. */
function isMeant(every: string | undefined, path: string): boolean {
  if (every === undefined) return true;
  const source = every.replace(/[/]\*\*$/, '(?:/.*)?').replaceAll(/(?<!\.)\*/g, '[^/]*');
  return new RegExp(`^${decodeURIComponent(source)}$`, 'iu').test(readable(path));
}

function readable(path: string): string {
  return path.replaceAll(/(?:%[89A-F][0-9A-F])+/g, decodeURIComponent);
}
