// The sizes and starts of bundles as Markdown.
import { dayOf, machine, versionOfRuntime } from '../../shared/machine.mjs';
import { versionOf } from '../../shared/peers.mjs';
import { markdownTable } from '../../shared/table.mjs';
import { REFERENCE } from './bundles.mjs';
import { workerdVersion } from './workerd.mjs';

/** @returns date, versions, machine and settings of a run */
export function describeBundles({ node, nodeOptions, starts, begun, results }) {
  const nodeVersion = [versionOfRuntime(node), ...nodeOptions].join(' ');
  const hasWorkerd = results.some(({ workerd }) => workerd !== undefined);
  return {
    nodeVersion,
    workerdVersion: hasWorkerd ? workerdVersion() : undefined,
    machine: machine(),
    day: dayOf(begun),
    starts,
    lines: [
      `Versions: ${['fw-runtime', 'hono', 'h3', 'itty-router', 'esbuild'].map((name) => `${name} ${versionOf(name)}`).join(', ')}.`,
    ],
  };
}

/** The part of docs/project/benchmark.md: what was measured, and on which machine. */
export function bundlesSummary(results, { nodeVersion, workerdVersion, machine, day, starts, lines }) {
  const runtimes = [`Node ${nodeVersion}`, ...(workerdVersion ? [`workerd ${workerdVersion}`] : [])];
  return [
    `${runtimes.join(' and ')} on ${machine}, ${day}, ${starts} starts each:`,
    '',
    bundlesTable(results),
    '',
    ...lines,
  ].join('\n');
}

export function bundlesTable(results) {
  const reference = results.find(({ name }) => name === REFERENCE);
  const runtimes = ['node', 'workerd'].filter((runtime) => reference[runtime] !== undefined);
  const titles = { node: 'Start in Node', workerd: 'Start in workerd' };
  return markdownTable([
    [
      'Framework',
      'Minified (bytes)',
      'Gzipped (bytes)',
      `Relative to ${REFERENCE}`,
      ...runtimes.flatMap((runtime) => [`${titles[runtime]} (ms)`, `Relative to ${REFERENCE} (quartiles)`]),
    ],
    ...results.map(({ name, bytes, gzipped, ...starts }) => [
      name,
      bytes,
      gzipped,
      (gzipped / reference.gzipped).toFixed(2),
      ...runtimes.flatMap((runtime) => {
        const { ms, ratio, low, high } = starts[runtime];
        return [ms.toFixed(1), `${ratio.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`];
      }),
    ]),
  ]);
}
