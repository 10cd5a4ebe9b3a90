/** The forms in which an error is shown. */
export type ProblemFormat = 'json' | 'html' | 'text';

/**
 * The form that a client asks for (SEMANTICS E1): the first of the highest quality in `Accept`. What accepts anything,
 * or nothing that we have, gets text.
 */
export function problemFormat(accept: string | undefined): ProblemFormat {
  let best: ProblemFormat = 'text';
  let bestQuality = 0;
  for (const range of (accept ?? '').split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const format = formatOf(type);
    const quality = qualityOf(parameters);
    if (format === undefined || quality <= bestQuality) continue;
    best = format;
    bestQuality = quality;
  }
  return best;
}

function formatOf(type: string): ProblemFormat | undefined {
  if (type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type)) return 'json';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  return type === 'text/plain' ? 'text' : undefined;
}

function qualityOf(parameters: readonly string[]): number {
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const value = quality === undefined ? 1 : Number(quality.slice(2));
  return Number.isNaN(value) ? 1 : value;
}
