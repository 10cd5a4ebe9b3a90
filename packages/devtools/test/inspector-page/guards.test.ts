import { expect, test } from 'vitest';
import type { SecuritySchemes } from 'fw-runtime';

// The page is JavaScript, for which this TypeScript project has no types.
const module = '../../src/inspector-page/browser/route-parts.js';
const { isGuarded } = (await import(module)) as {
  isGuarded(security: readonly SecuritySchemes[] | undefined): boolean;
};
const bearer: SecuritySchemes = { bearerAuth: { type: 'http', scheme: 'bearer' } };

test.each<[string, readonly SecuritySchemes[] | undefined, boolean]>([
  ['one that asks for a token', [bearer], true],
  ['one that takes one of two', [bearer, { basicAuth: { type: 'http', scheme: 'basic' } }], true],
  ['one whose token is optional', [{}, bearer], false],
  ['one that says nothing', undefined, false],
])('the inspector marks a layer as a guard: %s', (_what, security, isMarked) => {
  expect(isGuarded(security)).toBe(isMarked);
});
