/** `{name}` or `{name:restriction}` in a path. */
export interface Placeholder {
  readonly name: string;
  /** Source of the regular expression that the whole value must match. */
  readonly restriction: string | undefined;
  /** Whether it stands in an optional part. */
  readonly optional: boolean;
  /** `{rest:.*}` or `{rest:.+}` at the end: takes the remaining segments. */
  readonly rest: boolean;
}

export type PatternPart = string | Placeholder | OptionalPart;

export interface OptionalPart {
  readonly parts: readonly PatternPart[];
}

/** One of the paths that the optional parts of another allow: text and placeholders. */
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

export function isText(form: PatternForm): boolean {
  for (let index = 0; index < form.length; index++) if (typeof form[index] === 'object') return false;
  return true;
}

/** Whether a segment mixes text and placeholders. */
export function hasMixedSegment(form: PatternForm): boolean {
  for (let index = 1; index < form.length; index++) {
    if (typeof form[index] === 'string') continue;
    const [before, behind = '/'] = [form[index - 1], form[index + 1]];
    if (typeof before !== 'string' || !before.endsWith('/')) return true;
    if (typeof behind !== 'string' || !behind.startsWith('/')) return true;
  }
  return false;
}

/** What stands between the slashes. Nothing stands before the first. */
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

/** A text is appended to the text before it, so that no two stand side by side. */
function extend(segments: Segment[], part: string | Placeholder): void {
  const segment = segments.pop() ?? NONE;
  const last = segment.at(-1);
  const joins = typeof last === 'string' && typeof part === 'string';
  segments.push(joins ? [...segment.slice(0, -1), last + part] : [...segment, part]);
}
