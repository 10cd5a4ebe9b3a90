import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import * as a from '../../../src/a/index.ts';
import * as b from '../../../src/b/index.ts';
import type { OpenApiDocument } from '../../../src/features/openapi/index.ts';
import { describe as describeApp } from '../../../../devtools/src/index.ts';
import { Judge } from './judge.ts';
import { brokenValues, type Place, requestOf, validValues } from './sent-requests.ts';
import { twentyContracts } from './twenty-contracts.ts';
import { documentOf, operationsOf } from './validated.ts';
import { essentialFirst } from '../../../../../test/support/essential-first.ts';

const SEED = 1837;
const REQUESTS_OF_AN_OPERATION = 10;
/** The statuses of requests that break the contract, or lack credentials. */
const REFUSED = [400, 401, 415, 422];

for (const { some, tags } of essentialFirst([
  ['b', b],
  // The same calls compile for both.
  ['a', a as unknown as typeof b],
]))
  describe.each(some)('of an application of variant %s with twenty contracts', { tags }, (_, fw) => {
    const app = twentyContracts(fw);
    let document: OpenApiDocument;
    let places: Place[];
    let judge: Judge;

    beforeAll(async () => {
      document = await documentOf(app);
      places = Array.from(operationsOf(document), ([key, operation]) => {
        const [method = '', path = ''] = key.split(' ');
        return { method, path, operation };
      });
      judge = new Judge(document);
    });

    test('there are twenty', () => {
      expect(new Set(app.routes.map(({ name }) => name)).size).toBe(20);
      expect(describeApp(app).routes.every(({ contract }) => contract !== undefined)).toBe(true);
    });

    test('valid requests of a document are accepted, and their responses match it', () =>
      forEach(validValues, async (place, response) => {
        expect(REFUSED).not.toContain(response.status);
        expect(await judge.faultOf(place, response)).toBeUndefined();
      }));

    test('invalid requests get the responses of the document, and never 500', async () => {
      const seen = new Set<number>();
      await forEach(brokenValues, async (place, response) => {
        seen.add(response.status);
        // A path with another parameter may be that of no route.
        if (place.path.includes('{') && [404, 405].includes(response.status)) return;
        expect(await judge.faultOf(place, response)).toBeUndefined();
      });
      expect([...seen]).toEqual(expect.arrayContaining(REFUSED));
    });

    /** Sends random requests to each operation. What fails is shown with its seed, as small as it can be. */
    async function forEach(
      valuesFor: typeof validValues,
      check: (place: Place, response: Response) => Promise<void>,
    ): Promise<void> {
      for (const place of places) {
        const property = fc.asyncProperty(valuesFor(place, document), async (values) =>
          check(place, await app.fetch(requestOf(place, values))),
        );
        await fc.assert(property, { seed: SEED, numRuns: REQUESTS_OF_AN_OPERATION });
      }
    }
  });
