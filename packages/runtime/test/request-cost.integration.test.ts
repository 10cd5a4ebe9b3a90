// Guards against slower requests. It counts bytes and steps (see fixtures/request-cost.mjs) and never uses a clock, so
// its result is the same on a busy machine. Between Node 20 and 26 the counts differ by less than 5 %. Each limit is a
// twentieth above the measured value. If a request exceeds a limit, look for new work: a closure, an array, a promise,
// a copy of the request, a loop. If the work is worth its cost, or the cost is lower, measure with `npx vitest run
// request-cost --reporter=verbose` and set the limit again.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';

type Cost = { readonly bytes: number; readonly steps: number };
type Costs = Readonly<Record<keyof typeof titles, Cost>>;
type TracedCosts = Readonly<Record<'tenUntraced' | 'tenTraced', Cost>>;
type PostCosts = Readonly<Record<'plainJson' | 'contract', Cost>>;
interface Told {
  readonly byHand: { readonly bytes: number };
  readonly jsonByHand: { readonly bytes: number };
  readonly tenByHand: { readonly bytes: number };
  readonly a: Costs & PostCosts & TracedCosts;
  readonly b: Costs & PostCosts & TracedCosts;
}

const titles = {
  text: 'a text route',
  lastRoute: 'the last of a hundred routes',
  tenMiddlewares: 'the last of a hundred routes behind ten middlewares',
  tenAsyncMiddlewares: 'the last of a hundred routes behind ten asynchronous middlewares',
  notFound: 'a path that no route has',
};

const limits: Readonly<Record<'a' | 'b', Costs>> = {
  a: {
    text: { bytes: 4500, steps: 74 },
    lastRoute: { bytes: 4710, steps: 160 },
    tenMiddlewares: { bytes: 6310, steps: 190 },
    tenAsyncMiddlewares: { bytes: 14_460, steps: 284 },
    notFound: { bytes: 5660, steps: 120 },
  },
  b: {
    text: { bytes: 4070, steps: 59 },
    lastRoute: { bytes: 4270, steps: 145 },
    tenMiddlewares: { bytes: 4270, steps: 156 },
    tenAsyncMiddlewares: { bytes: 12_410, steps: 248 },
    notFound: { bytes: 5250, steps: 93 },
  },
};

/** The cost of one middleware that only calls next. In A, each call of a middleware gets a `next` of its own. */
const limitsPerMiddleware = {
  a: { bytes: 164, steps: 4, asyncTimesByHand: 2.21 },
  b: { bytes: 4, steps: 1, asyncTimesByHand: 1.85 },
};

/**
 * The cost of a route that reads JSON and returns it. The bytes are those beyond a listener written by hand, because
 * reading a stream costs differently in versions of Node.
 */
const limitsOfJson: Readonly<Record<'a' | 'b', PostCosts>> = {
  a: { plainJson: { bytes: 2640, steps: 183 }, contract: { bytes: 2900, steps: 216 } },
  b: { plainJson: { bytes: 2360, steps: 166 }, contract: { bytes: 2650, steps: 199 } },
};

/** A contract, beyond the same route without one. The input of its handler also has the request and `reply`. */
const limitOfContract = { bytes: 335, steps: 33 };

/** The cost of `tracing: true` without subscribers, for each of the twelve middleware and the handler. */
const limitOfTracing = { bytes: 9, steps: 4 };
const LAYERS = 13;

let told: Told;

beforeAll(async () => {
  const fixture = fileURLToPath(new URL('fixtures/request-cost.mjs', import.meta.url));
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--expose-gc', '--no-opt', '--no-maglev', fixture],
    {
      env,
    },
  );
  told = JSON.parse(stdout) as Told;
}, 120_000);

describe.each(['a', 'b'] as const)('the cost of a request in variant %s', (variant) => {
  it.each(Object.entries(titles) as [keyof typeof titles, string][])(
    'stays below its limit for %s (%s)',
    (name) => {
      const { bytes, steps } = told[variant][name];
      const limit = limits[variant][name];
      expect(bytes, 'bytes').toBeGreaterThan(told.byHand.bytes);
      expect(bytes, 'bytes').toBeLessThanOrEqual(limit.bytes);
      expect(steps, 'steps').toBeGreaterThan(0);
      expect(steps, 'steps').toBeLessThanOrEqual(limit.steps);
    },
  );

  it.each([
    ['plainJson', 'a route that reads JSON and returns it'],
    ['contract', 'a route that does so by a contract'],
  ] as const)('stays below its limit for %s (%s)', (name, _title) => {
    const { bytes, steps } = told[variant][name];
    const limit = limitsOfJson[variant][name];
    expect(bytes - told.jsonByHand.bytes, 'bytes').toBeGreaterThan(0);
    expect(bytes - told.jsonByHand.bytes, 'bytes').toBeLessThanOrEqual(limit.bytes);
    expect(steps, 'steps').toBeGreaterThan(0);
    expect(steps, 'steps').toBeLessThanOrEqual(limit.steps);
  });

  it('grows by little for a contract', () => {
    const { plainJson, contract } = told[variant];
    expect(contract.bytes - plainJson.bytes, 'bytes').toBeLessThanOrEqual(limitOfContract.bytes);
    expect(contract.steps - plainJson.steps, 'steps').toBeLessThanOrEqual(limitOfContract.steps);
  });

  it('is that of the same pipeline without the option where tracing is false', () => {
    const { tenMiddlewares, tenUntraced } = told[variant];
    expect(tenUntraced.steps).toBe(tenMiddlewares.steps);
    expect(Math.abs(tenUntraced.bytes - tenMiddlewares.bytes), 'bytes').toBeLessThanOrEqual(16);
  });

  it('grows with tracing by one check of the subscribers for each middleware', () => {
    const { tenTraced, tenUntraced } = told[variant];
    expect((tenTraced.steps - tenUntraced.steps) / LAYERS, 'steps').toBeGreaterThan(1);
    expect((tenTraced.steps - tenUntraced.steps) / LAYERS, 'steps').toBeLessThanOrEqual(limitOfTracing.steps);
    expect((tenTraced.bytes - tenUntraced.bytes) / LAYERS, 'bytes').toBeLessThanOrEqual(limitOfTracing.bytes);
  });

  it('grows by little for each synchronous middleware', () => {
    const { lastRoute, tenMiddlewares } = told[variant];
    const limit = limitsPerMiddleware[variant];
    expect((tenMiddlewares.bytes - lastRoute.bytes) / 10, 'bytes').toBeLessThanOrEqual(limit.bytes);
    expect((tenMiddlewares.steps - lastRoute.steps) / 10, 'steps').toBeLessThanOrEqual(limit.steps);
  });

  it('grows for each asynchronous middleware by little more than the cost of its own promise', () => {
    const { lastRoute, tenAsyncMiddlewares } = told[variant];
    const byHand = told.tenByHand.bytes - told.byHand.bytes;
    expect((tenAsyncMiddlewares.bytes - lastRoute.bytes) / byHand).toBeLessThanOrEqual(
      limitsPerMiddleware[variant].asyncTimesByHand,
    );
  });
});
