// A set: fresh processes of all candidates of a scenario. They run at the same time, and take their bursts in
// turns.
import { hold, release } from './cores.mjs';
import { shuffled } from './shuffled.mjs';
import { scenarios } from './reference-app.mjs';
import { Subject } from './subject.mjs';

/**
 * @param taking the candidates, the reference first
 * @param plan `{ node, nodeOptions, core, warmup, rounds, burst }`
 * @param attempt runs the work of a candidate; returns undefined if it failed
 * @returns by name, for the candidates that succeeded: `{ costs, rss }`, a cost for each round
 */
export async function measureSet(scenario, participants, plan, attempt) {
  // On all cores and at the same time, because it takes long and is not measured.
  release([process.pid]);
  const started = await Promise.all(
    participants.map((candidate) => attempt(candidate, () => Subject.start(candidate, scenario, plan))),
  );
  let subjects = started.filter(Boolean);
  hold(plan.core, [process.pid, ...subjects.map(({ pid }) => pid)]);
  const costs = new Map(subjects.map((subject) => [subject, []]));
  const { rounds = plan.rounds, burst = plan.burst } = scenarios[scenario];
  for (let round = 0; round < rounds; round++) {
    for (const subject of shuffled(subjects)) {
      const cost = await attempt(subject.candidate, () => subject.cost(burst));
      if (cost === undefined) subjects = subjects.filter((other) => other !== subject);
      else costs.get(subject).push(cost.microseconds);
    }
  }
  const set = new Map();
  for (const subject of subjects) {
    const rss = await attempt(subject.candidate, () => subject.finish());
    if (rss !== undefined) set.set(subject.candidate.name, { costs: costs.get(subject), rss });
  }
  return set;
}
