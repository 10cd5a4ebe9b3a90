/** `{name}` or `{name:constraint}` in a path. */
export interface Placeholder {
  readonly name: string;
  /** The source of the constraint: a regular expression that the whole value must match. */
  readonly constraint: string | undefined;
  /** Tests a decoded value against the constraint; undefined without a constraint. */
  readonly accepts: ((value: string) => boolean) | undefined;
  /** Whether the placeholder is in an optional part. */
  readonly optional: boolean;
  /** Whether it is `{rest:.*}` or `{rest:.+}` at the end, which matches all remaining segments. */
  readonly rest: boolean;
}

export type PatternPart = string | Placeholder | OptionalPart;

export interface OptionalPart {
  readonly parts: readonly PatternPart[];
}

/** A path with some of its optional parts or none: text and placeholders. */
export type PatternForm = readonly (string | Placeholder)[];

/** Text and placeholders between two "/". */
export type Segment = readonly (string | Placeholder)[];

const NONE: readonly never[] = Object.freeze([]);

/** Every form that the optional parts allow, the shortest first. */
export function formsOf(parts: readonly PatternPart[]): PatternForm[] {
  const last = parts[parts.length - 1];
  if (typeof last !== 'object' || !('parts' in last)) return [parts as PatternForm];
  const before = parts.slice(0, -1) as PatternForm;
  return [before, ...formsOf(last.parts).map((form) => [...before, ...form])];
}

/** Whether a form or a segment has no placeholder. */
export function isText(parts: readonly (string | Placeholder)[]): parts is readonly string[] {
  for (const part of parts) if (typeof part !== 'string') return false;
  return true;
}

/** Whether each placeholder is a segment of its own. */
export function hasWholeSegments(form: PatternForm): boolean {
  for (let index = 1; index < form.length; index++) {
    const before = form[index - 1];
    const part = form[index];
    const isWhole =
      typeof part === 'string' ? part.startsWith('/') : typeof before === 'string' && before.endsWith('/');
    if (!isWhole) return false;
  }
  return true;
}

/** The names of the placeholders, in the order of the path. */
export function namesIn(form: PatternForm): readonly string[] {
  const names: string[] = [];
  for (const part of form) if (typeof part !== 'string') names.push(part.name);
  return names;
}

/** The segments between the slashes. No segment comes before the first slash. */
export function toSegments(form: PatternForm): readonly Segment[] {
  const segments: Segment[] = [];
  for (const part of form) {
    if (typeof part !== 'string') {
      extend(segments, part);
      continue;
    }
    const [head = '', ...tail] = part.split('/');
    if (head !== '') extend(segments, head);
    for (const text of tail) segments.push(text === '' ? NONE : [text]);
  }
  return segments;
}

/** Joins literal text with the literal text before it, so that a segment has no two adjacent literals. */
function extend(segments: Segment[], part: string | Placeholder): void {
  const segment = segments.pop() ?? NONE;
  const last = segment.at(-1);
  const joins = typeof last === 'string' && typeof part === 'string';
  segments.push(joins ? [...segment.slice(0, -1), last + part] : [...segment, part]);
}
