/** The forms in which an error is shown. */
export type ProblemFormat = 'json' | 'html' | 'text';

// What a range that names no type may stand for, the one that we prefer first.
const UNNAMED: ReadonlyMap<string, readonly ProblemFormat[]> = new Map([
  ['application/*', ['json']],
  ['text/*', ['text', 'html']],
  ['*/*', ['text', 'html', 'json']],
]);

interface Range {
  readonly type: string;
  readonly quality: number;
}

/**
 * The form that a client asks for (rule E1): the first of the highest quality in `Accept`; of two of the same quality
 * the one that is named sooner: `text/html` before `text/*`, that before "anything".
 *
 * @param usual for a client that takes anything, or nothing we have
 */
export function problemFormat(accept: string | undefined, usual: ProblemFormat = 'text'): ProblemFormat {
  if (accept === undefined || accept === '*/*') return usual;
  const ranges = accept.split(',').map(rangeOf);
  const refused = new Set(ranges.filter(({ quality }) => quality === 0).map(({ type }) => formatOf(type)));
  let best = usual;
  let bestQuality = 0;
  let bestRank = 0;
  for (const { type, quality } of ranges) {
    const unnamed = type === '*/*' && !refused.has(usual) ? usual : undefined;
    const format = formatOf(type) ?? unnamed ?? UNNAMED.get(type)?.find((one) => !refused.has(one));
    if (format === undefined || quality === 0) continue;
    const rank = rankOf(type);
    if (quality < bestQuality || (quality === bestQuality && rank <= bestRank)) continue;
    best = format;
    bestQuality = quality;
    bestRank = rank;
  }
  return best;
}

function rangeOf(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  return { type, quality: qualityOf(parameters) };
}

function formatOf(type: string): ProblemFormat | undefined {
  if (type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type)) return 'json';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  return type === 'text/plain' ? 'text' : undefined;
}

/** How exactly a range says what it means: 3 for a type, 2 for `text/*`, 1 for anything. */
function rankOf(type: string): number {
  if (type === '*/*') return 1;
  return type.endsWith('/*') ? 2 : 3;
}

/** From 0 to 1 (RFC 9110 12.4.2); 1 where it is absent or malformed. */
function qualityOf(parameters: readonly string[]): number {
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  if (quality === undefined || !/^(?:\d+\.?\d*|\.\d+)$/.test(quality)) return 1;
  return Math.min(Number(quality), 1);
}
