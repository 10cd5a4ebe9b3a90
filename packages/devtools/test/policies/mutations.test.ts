import { describe, expect, test } from 'vitest';
import { policyViolations } from '../../src/policies/policy-violations.ts';
import { harmless } from './harmless-mutations.ts';
import { mutations } from './mutations.ts';
import { build, mended, variants } from './checked-app.ts';

describe.each(variants)('the policies of an application of variant %s', (variant, fw) => {
  const isHere = ({ onlyA = false }: { readonly onlyA?: boolean }): boolean => variant === 'a' || !onlyA;

  test.each(mutations.filter(isHere))(
    'are violated when $what',
    async ({ site, routes, layer = 'Auth', unproven = false }) => {
      const violations = await policyViolations(build(fw, site(fw)));

      expect(violations.map(({ route }) => route)).toEqual(routes);
      expect(violations.map((violation) => violation.layer)).toContain(layer);
      expect(violations.some(({ proven }) => !proven)).toBe(unproven);
    },
  );

  test.each(harmless.filter(isHere))('are satisfied when $what', async ({ site }) => {
    expect(await policyViolations(build(fw, site(fw)))).toEqual([]);
  });

  const mendable = mutations.filter(isHere).filter(({ site }) => {
    const { aliases, middleware_pipeline: entries } = site(fw);
    return aliases === undefined && Array.isArray(entries['routing']?.middleware);
  });

  test.each(mendable)('are satisfied again as advised, after $what', async ({ site }) => {
    let changed = site(fw);
    for (let round = 0; round < 8; round++) {
      const [violation] = await policyViolations(build(fw, changed));
      if (violation === undefined) return;
      changed = mended(changed, violation);
    }
    expect((await policyViolations(build(fw, changed))).map(({ message }) => message)).toEqual([]);
  });
});
