// Sizes and starts of hello applications that are bundled for Workers.
import { shuffled } from '../shuffled.mjs';
import { quantile } from '../statistics.mjs';
import { makeBundles, REFERENCE } from './bundles.mjs';
import { startInNode } from './node.mjs';
import { Workerd } from './workerd.mjs';

/**
 * In a round, each bundle is started once in Node and once in workerd, in another order each time, so that background load
 * affects all of them alike. A ratio is to the reference in the same round.
 *
 * @param plan `{ starts, node, nodeOptions, core }`, where `starts` is the number of rounds
 * @returns `[{ name, bytes, gzipped, node, workerd }]`, the latter two `{ ms, ratio, low, high }`; `workerd` is missing where it
 * isn't installed
 */
export async function measureBundles(plan) {
  const bundles = await makeBundles();
  const inNode = await measureStarts('Node', bundles, plan, (bundle) => startInNode(bundle, plan));
  const inWorkerd = await measureInWorkerd(bundles, plan);
  return bundles.map(({ name, bytes, gzipped }) => ({
    name,
    bytes,
    gzipped,
    node: inNode.get(name),
    ...(inWorkerd && { workerd: inWorkerd.get(name) }),
  }));
}

async function measureInWorkerd(bundles, plan) {
  const workerd = await Workerd.start(bundles, plan);
  if (workerd === undefined) {
    console.error('workerd: skipped, because it is not there');
    return undefined;
  }
  try {
    return await measureStarts('workerd', bundles, plan, (bundle) => workerd.start(bundle));
  } finally {
    await workerd.stop();
  }
}

async function measureStarts(runtime, bundles, { starts }, start) {
  const samples = new Map(bundles.map(({ name }) => [name, []]));
  // The first round only loads files and programs into memory.
  for (let round = 0; round <= starts; round++) {
    for (const bundle of shuffled(bundles)) {
      const ms = await start(bundle);
      if (round > 0) samples.get(bundle.name).push(ms);
    }
  }
  console.error(`${bundles.length} bundles started ${starts} times in ${runtime}`);
  return new Map(bundles.map(({ name }) => [name, summarise(samples.get(name), samples.get(REFERENCE))]));
}

function summarise(samples, reference) {
  const ratios = samples.map((ms, round) => ms / reference[round]);
  return {
    ms: quantile(samples, 0.5),
    ratio: quantile(ratios, 0.5),
    low: quantile(ratios, 0.25),
    high: quantile(ratios, 0.75),
  };
}
