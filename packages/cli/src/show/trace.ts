import type { RequestRecord } from 'fw-devtools/inspection';
import { type Branch, type Output, tree } from '#command-line/output';
import { layerName } from './response.ts';
import { placeText } from './registered-at.ts';

type Layer = RequestRecord['layers'][number];
type Changes = NonNullable<Layer['request']>;
type Change = NonNullable<Changes['path']>;

/** Prints the layers of a request as a tree: durations, changes and errors. */
export function printTrace(record: RequestRecord, output: Output): void {
  const { layers, route, duration, omitted } = record;
  const { print, paint } = output;
  const took = duration === undefined ? '' : `  ${milliseconds(duration)}`;
  const matched = route === undefined ? '' : `  "${route.name}" (${route.path})`;
  print(`\n${paint('bold', `${record.method} ${record.url}`)}${took}${matched}`);
  const branchOf = (layer: Layer, index: number): Branch => ({
    label: labelOf(layer, record.answeredBy === index, output),
    notes: notesOf(layer, index, record, output),
    children: layers.flatMap((other, place) => (other.parent === index ? [branchOf(other, place)] : [])),
  });
  const top = layers.flatMap((layer, index) => (layer.parent === undefined ? [branchOf(layer, index)] : []));
  for (const line of tree(top)) print(line);
  if (omitted !== undefined) print(`(${omitted} more are not shown)`);
  printErrors(record, output);
}

/** Prints thrown errors with their positions. */
export function printErrors({ errors }: RequestRecord, { print, paint }: Output): void {
  for (const { name, message, origin, faults = [] } of errors) {
    print(paint('red', `\n${name}: ${message}`));
    for (const { in: place, pointer, detail } of faults) {
      print(`  ${[place, pointer].filter(Boolean).join(' ')}: ${detail}`);
    }
    if (origin !== undefined) print(`  ${placeText(origin)}`);
  }
}

function labelOf(layer: Layer, answers: boolean, { paint }: Output): string {
  const { failed, prefix, entered, passedOn, resumed, left } = layer;
  const name = paint(failed === undefined ? 'cyan' : 'red', layerName(layer));
  const notes = [
    ...(left === undefined ? ['has not finished'] : [milliseconds(left - entered)]),
    ...(passedOn === undefined || left === undefined || resumed === undefined
      ? []
      : resumed > left
        ? ['returned before the inner layers had finished']
        : [`${milliseconds(passedOn - entered)} before and ${milliseconds(left - resumed)} after`]),
    ...(prefix === undefined ? [] : [`under ${prefix}`]),
    ...(answers ? ['responds'] : []),
    ...(failed === undefined ? [] : ['failed']),
  ];
  return `${name}  ${notes.join(', ')}`;
}

function notesOf(
  { request, response, failed }: Layer,
  index: number,
  { services, errors }: RequestRecord,
  { paint }: Output,
): string[] {
  const created = services.filter(({ layer }) => layer === index);
  const error = failed === undefined ? undefined : errors[failed];
  return [
    ...created.map(({ id, duration, askedBy, error }) => {
      const why = askedBy === undefined ? '' : `, requested by ${askedBy}`;
      return `creates ${id}${why}  ${error ?? milliseconds(duration)}`;
    }),
    ...changeLines('request', request ?? {}),
    ...changeLines('response', response ?? {}),
    ...(error?.layer === index ? [paint('red', `${error.name}: ${error.message}`)] : []),
  ];
}

function changeLines(
  of: string,
  { headers = [], attributes = [], path, method, status, body }: Changes,
): string[] {
  return [
    ...(method === undefined ? [] : [`${of} method ${changeText(method)}`]),
    ...(path === undefined ? [] : [`${of} path ${changeText(path)}`]),
    ...attributes.map((change) => `${of} attribute ${change.name}: ${changeText(change)}`),
    ...(status === undefined ? [] : [`${of} status ${changeText(status)}`]),
    ...headers.map((change) => `${of} header ${change.name}: ${changeText(change)}`),
    ...(body === undefined ? [] : [`${of} body replaced`]),
  ];
}

function changeText({ before, after }: Change): string {
  if (before === undefined) return after ?? '';
  return after === undefined ? `removed (${before})` : `${before} → ${after}`;
}

function milliseconds(time: number): string {
  return `${time < 10 ? time.toFixed(2) : time.toFixed(0)} ms`;
}
