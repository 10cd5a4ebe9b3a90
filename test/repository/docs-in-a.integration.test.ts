// The website shows examples of docs/ in variant A, too, where they can be derived from variant B.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectExchange } from '../support/exchange.ts';
import { type ServedExamples, serveExamples, shownExamples } from '../support/served-examples.ts';

const variantA = pathToFileURL(join(import.meta.dirname, '../../tools/site/variant-a.mjs')).href;
const { inVariantA } = (await import(variantA)) as { inVariantA(code: string): string | undefined };
const examples = shownExamples.flatMap((example) => {
  const code = example.isTest ? undefined : inVariantA(example.code);
  return code === undefined ? [] : [{ ...example, code }];
});

describe('examples of docs/ in variant A', { tags: ['full'] }, () => {
  let server: ServedExamples;

  beforeAll(async () => {
    server = await serveExamples(examples);
  });

  afterAll(() => server?.remove());

  test.skipIf(process.env['PAGE'] !== undefined)('are more than half of all', () => {
    expect(examples.length).toBeGreaterThan(shownExamples.length / 2);
  });

  test.each(examples)('$name responds as its page shows', async ({ name, exchanges }) => {
    for (const exchange of exchanges) {
      await expectExchange(server.urlOf(name), exchange, `example ${name} of docs/ in variant A`);
    }
    expect(server.urlOf(name)).toMatch(/^http/);
  });
});
