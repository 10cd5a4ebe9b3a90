import {
  expressionsOf,
  segmentKindOf,
  type Placeholder,
  respell,
  RESTRICTED,
  samplePaths,
  type Segment,
  STATIC,
  type Tokens,
} from 'fw-runtime/internal';
import { isSpellingOf, spellingsOf } from './path-literal.ts';

/** The segments that a form of a path allows at one index. */
export interface PathPart {
  /** The notation in messages, such as `{id}`. */
  readonly shown: string;
  /** All segments that may be here, canonical; absent when they are unlimited. */
  readonly values?: readonly string[];
  /** Examples of segments that may be here. */
  readonly samples: readonly string[];
  /** Whether a segment may be here. */
  accepts(segment: string): boolean;
  /** Whether the segment here is a spelling of a literal; undefined when that varies or is unknown. */
  isSpelling(literal: string): boolean | undefined;
}

/** A form of the path of a route that is matched after prefixes have removed some segments. */
export class PathForm {
  readonly offset: number;
  readonly least: number;
  readonly most: number;
  /** Whether the form matches "/", which is also the path below a prefix when no path remains (rule P3). */
  readonly mayBeBare: boolean;
  readonly #parts: readonly PathPart[];

  constructor(segments: readonly Segment[], offset: number, tokens: Tokens) {
    this.offset = offset;
    this.least = offset + segments.length;
    const [last] = segments.at(-1) ?? [];
    const rest = typeof last === 'object' && last.rest ? last : undefined;
    this.most = rest === undefined ? this.least : Infinity;
    this.#parts = (rest === undefined ? segments : segments.slice(0, -1)).map((item) => partOf(item, tokens));
    const isBare = this.#parts.length === 0 ? rest?.restriction !== '.+' : rest === undefined && this.#isRoot;
    this.mayBeBare = offset > 0 && isBare;
  }

  partAt(index: number): PathPart | undefined {
    return this.#parts[index - this.offset];
  }

  get #isRoot(): boolean {
    return this.#parts.length === 1 && this.#parts[0]?.values?.[0] === '';
  }
}

function partOf(segment: Segment, tokens: Tokens): PathPart {
  const kind = segmentKindOf(segment, tokens);
  const shown = segment.map((part) => (typeof part === 'string' ? part : `{${part.name}}`)).join('');
  if (kind.rank === STATIC) {
    const { text } = kind;
    return {
      shown,
      values: [text],
      samples: [text],
      accepts: (given) => given === text,
      isSpelling: (literal) => isSpellingOf(literal, text),
    };
  }
  const accepts = (text: string): boolean =>
    text !== '' && (kind.rank !== RESTRICTED || kind.matcher.take(text, [], 0) > 0);
  const values = listedValues(segment, tokens)?.filter(accepts);
  const samples = samplePaths([[segment]], tokens).map((path) => respell(path.slice(1)));
  return {
    shown,
    ...(values !== undefined && { values }),
    samples: values ?? samples,
    accepts,
    isSpelling(literal) {
      if (literal === '') return false;
      if (kind.rank !== RESTRICTED) return undefined;
      const { texts, complete } = spellingsOf(literal);
      return texts.some(accepts) || !complete ? undefined : false;
    },
  };
}

/** The values of a placeholder whose constraint lists them, such as `{page:about|contact}`. */
function listedValues(segment: Segment, tokens: Tokens): string[] | undefined {
  const [part] = segment as readonly [Placeholder];
  if (segment.length > 1) return undefined;
  const [first] = expressionsOf(part, tokens);
  const isList = typeof first === 'string' && /^[\w-]+(?:\|[\w-]+)*$/.test(first);
  return isList ? first.split('|') : undefined;
}
