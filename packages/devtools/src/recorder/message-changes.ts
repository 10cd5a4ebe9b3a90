import {
  type AttributeName,
  type Attributes,
  findAttribute,
  HttpResponse,
  nameOf,
  type ServerRequest,
} from 'fw-runtime/internal';
import type { LayerNotes, SeenResponse } from './layer-notes.ts';
import type { Masking } from './masking.ts';
import type { AttributeChange, Change, HeaderChange, HeaderEntry, MessageChanges } from './request-json.ts';

const MOST_CHANGES = 30;
const MOST_COMPARED = 100;
/** The empty response that the response of a layer is compared with if the layer didn't call the next layer. */
const NOTHING: SeenResponse = { response: new HttpResponse(), writes: 0 };

/** The changes of a layer to the request; undefined if there are no changes or the layer didn't call the next layer. */
export function requestChanges(
  { request, passed }: LayerNotes,
  masking: Masking,
): MessageChanges | undefined {
  if (passed === undefined || passed === request) return undefined;
  const headers =
    request.changes?.headers === passed.changes?.headers && request.source === passed.source
      ? []
      : headerChanges(linesOf(request), linesOf(passed), masking);
  const attributes = attributeChanges(request.attributes, passed.attributes, masking);
  return unlessEmpty({
    ...(headers.length > 0 && { headers }),
    ...(attributes.length > 0 && { attributes }),
    ...(request.path !== passed.path && {
      path: { before: masking.url(request.path, ''), after: masking.url(passed.path, '') },
    }),
    ...(request.method !== passed.method && { method: { before: request.method, after: passed.method } }),
  });
}

/**
 * The changes of a layer to the response. Both variants compare the response of the next layer with the layer's own response.
 * Variant A also compares the response that the layer received with the response that the layer passed to the next layer.
 *
 * @param inner the response of the first layer inside, if this layer contains other layers
 */
export function responseChanges(
  notes: LayerNotes,
  inner: SeenResponse | undefined,
  masking: Masking,
): MessageChanges | undefined {
  const { given = NOTHING, passedResponse, back, returned } = notes;
  const inward = passedResponse && changesOf(given, passedResponse, masking);
  if (returned === undefined) return inward;
  const outward = changesOf(
    inner ?? back ?? (notes.passedOn === undefined ? given : NOTHING),
    returned,
    masking,
  );
  return inward && outward ? { ...inward, ...outward, ...bothHeaders(inward, outward) } : (outward ?? inward);
}

function changesOf(before: SeenResponse, after: SeenResponse, masking: Masking): MessageChanges | undefined {
  const [one, other] = [before.response, after.response];
  if (one === other && before.writes === after.writes) return undefined;
  const headers = headerChanges(pairsOf(one.headerList.lines), pairsOf(other.headerList.lines), masking);
  return unlessEmpty({
    ...(headers.length > 0 && { headers }),
    ...(one.status !== other.status && {
      status: { before: String(one.status), after: String(other.status) },
    }),
    ...(hasOtherBody(before, after) && { body: true as const }),
  });
}

function hasOtherBody(before: SeenResponse, after: SeenResponse): boolean {
  if (before.writes !== after.writes) return true;
  // A body that was written in pieces is concatenated again on each read, so the content can't be compared by identity.
  return after.writes > 0
    ? before.response.body !== after.response.body
    : before.response.content !== after.response.content;
}

function bothHeaders(inward: MessageChanges, outward: MessageChanges): Pick<MessageChanges, 'headers'> {
  const headers = [...(inward.headers ?? []), ...(outward.headers ?? [])];
  return headers.length === 0 ? {} : { headers };
}

function headerChanges(
  before: readonly HeaderEntry[],
  after: readonly HeaderEntry[],
  masking: Masking,
): HeaderChange[] {
  const [old, now] = [byName(before), byName(after)];
  const names = new Map([...before, ...after].map(([name]) => [name.toLowerCase(), name]));
  return [...names]
    .filter(([key]) => old.get(key)?.join('\n') !== now.get(key)?.join('\n'))
    .slice(0, MOST_CHANGES)
    .map(([key, name]) => {
      const show = (values: readonly string[] | undefined): string | undefined =>
        values?.map((value) => masking.header(name, value)).join(', ');
      return { name, ...change(show(old.get(key)), show(now.get(key))) };
    });
}

function byName(headers: readonly HeaderEntry[]): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const known = values.get(name.toLowerCase());
    if (known === undefined) values.set(name.toLowerCase(), [value]);
    else known.push(value);
  }
  return values;
}

function attributeChanges(
  before: Attributes | undefined,
  after: Attributes | undefined,
  masking: Masking,
): AttributeChange[] {
  if (before === after) return [];
  return changedNames(before, after)
    .filter((name) => findAttribute(before, name) !== findAttribute(after, name))
    .slice(0, MOST_CHANGES)
    .map((key) => {
      const name = typeof key === 'object' ? key.name : nameOf(key);
      const show = (value: unknown): string | undefined =>
        value === undefined ? undefined : masking.described(name, value);
      return { name, ...change(show(findAttribute(before, key)), show(findAttribute(after, key))) };
    });
}

/** The names of the attributes that only one of two requests has, in the order in which they were set. */
function changedNames(before: Attributes | undefined, after: Attributes | undefined): AttributeName[] {
  const [old, now] = [new Set(itemsOf(before)), new Set(itemsOf(after))];
  const changed = [...old].filter((item) => !now.has(item)).concat([...now].filter((item) => !old.has(item)));
  const names = changed.toReversed().flatMap(({ name, params }) => [name, ...Object.keys(params ?? {})]);
  return [...new Set(names)].slice(0, MOST_COMPARED);
}

function* itemsOf(newest: Attributes | undefined): Generator<Attributes> {
  for (let item = newest; item !== undefined; item = item.rest) yield item;
}

function change(before: string | undefined, after: string | undefined): Change {
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

function linesOf({ headers }: ServerRequest): HeaderEntry[] {
  return [...headers];
}

/** Converts a flat array of name, value, name, value, … to pairs. */
export function pairsOf(lines: readonly string[]): HeaderEntry[] {
  const pairs: HeaderEntry[] = [];
  for (let index = 0; index < lines.length; index += 2) {
    pairs.push([lines[index] as string, lines[index + 1] as string]);
  }
  return pairs;
}

function unlessEmpty(changes: MessageChanges): MessageChanges | undefined {
  return Object.keys(changes).length === 0 ? undefined : changes;
}
