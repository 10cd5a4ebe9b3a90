// The cost of a request for all candidates of a report, on one Node.
import { candidates, referenceOf, WEB } from './candidates.mjs';
import { measureSet } from './sets.mjs';
import { summarise } from './statistics.mjs';

/**
 * @param report of reference-app.mjs
 * @param plan `{ scenarios, candidatesIn, sets, rounds, burst, warmup, node, nodeOptions, core }`
 * @returns `{ results, skipped, failures }`; the results are `[{ scenario, rows }]`, each row a name and the result of
 * `summarise`
 */
export async function measureBursts(report, plan) {
  const reference = referenceOf(report);
  const skipped = new Set();
  const failures = [];
  // The reference alone has no ratio.
  const measured = plan.scenarios.filter(
    (scenario) => report.scenarios.includes(scenario) && plan.candidatesIn(scenario, plan.runtime).length > 0,
  );
  const sets = new Map(measured.map((scenario) => [scenario, []]));

  // One error doesn't discard a long run, but a wrong number is not reported either.
  const attempt = async ({ name }, work) => {
    try {
      const result = await work();
      if (result === null) skipped.add(name);
      return result;
    } catch (error) {
      failures.push(error.message);
      console.error(error.message);
      return undefined;
    }
  };

  for (let set = 1; set <= plan.sets; set++) {
    for (const scenario of measured) {
      const others = plan
        .candidatesIn(scenario, plan.runtime)
        .filter(({ name }) => name !== reference.name && !skipped.has(name));
      const one = await measureSet(scenario, [reference, ...others], plan, attempt);
      // Without the reference, the others have no ratio.
      if (one.has(reference.name)) sets.get(scenario).push(one);
      console.error(`${new Date().toISOString().slice(11, 19)}  set ${set} of ${plan.sets}  ${scenario}`);
    }
  }
  const results = measured
    .filter((scenario) => sets.get(scenario).length > 0)
    .map((scenario) => ({ scenario, rows: rowsOf(sets.get(scenario), reference) }));
  return { results, skipped: [...skipped], failures };
}

function rowsOf(sets, reference) {
  const names = [...new Set(sets.flatMap((set) => [...set.keys()]))].toSorted(
    (one, other) => place(one, reference) - place(other, reference),
  );
  return names.map((name) => {
    const own = sets.filter((set) => set.has(name));
    return {
      name,
      ...summarise(
        own.map((set) => set.get(name)),
        own.map((set) => set.get(reference.name).costs),
      ),
    };
  });
}

// The reference first, then the order of candidates.mjs.
function place(name, reference) {
  if (name === reference.name) return -1;
  const index = [...candidates, ...WEB].findIndex(
    (candidate) => name.replace(/ again$/, '') === candidate.name,
  );
  return index + (name.endsWith(' again') ? 0.5 : 0);
}
