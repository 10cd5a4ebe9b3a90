import type { EffectiveLayer, EffectivePipeline, EffectiveWay } from './effective-pipelines.ts';

const HEAD = [
  '# What runs for each route, in running order; the last is its handler.',
  '# Written by "fw pipeline --snapshot", compared by "fw check --snapshot".',
];

/**
 * Writes the effective pipelines as text, the same for the same pipelines: without lines of files, sorted by path. It
 * ends with a line break.
 *
 * @param pipelines the result of `effectivePipelines()`
 * @example expect(pipelineSnapshot(await effectivePipelines(app))).toMatchSnapshot()
 */
export function pipelineSnapshot(pipelines: readonly EffectivePipeline[]): string {
  const blocks = pipelines.map((pipeline) => blockOf(pipeline)).toSorted();
  return [HEAD.join('\n'), ...blocks].join('\n\n').concat('\n');
}

function blockOf({ name, methods, path, ways }: EffectivePipeline): string {
  const shown = methods === undefined ? 'any method' : methods.join(', ') || 'no method';
  const lines = [`${path}  ${shown}  "${name}"`];
  if (ways.length === 0) lines.push('  no request comes to it');
  for (const way of ways) lines.push(...linesOf(way, ways.length > 1));
  return lines.join('\n');
}

function linesOf({ paths, layers }: EffectiveWay, isOneOfMany: boolean): string[] {
  const indent = isOneOfMany ? '    ' : '  ';
  return [
    ...(isOneOfMany ? paths.map((path) => `  as ${path}`) : []),
    ...layers.map((layer) => indent + lineOf(layer)),
  ];
}

function lineOf({ name, prefix, unsure }: EffectiveLayer): string {
  const notes = [
    ...(prefix === undefined ? [] : [`under ${prefix}`]),
    ...(unsure ? ['not for every request'] : []),
  ];
  return notes.length === 0 ? name : `${name}  (${notes.join(', ')})`;
}
