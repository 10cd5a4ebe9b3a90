/** The forms in which an error is shown. */
export type ProblemFormat = 'json' | 'html' | 'text';

/**
 * The form that a client asks for (SEMANTICS E1): the first of the highest quality in `Accept`. What accepts anything,
 * or nothing that we have, gets text; beside a form of the same quality that has a name, "anything" does not count.
 */
export function problemFormat(accept: string | undefined): ProblemFormat {
  if (accept === undefined || accept === '*/*') return 'text';
  let best: ProblemFormat = 'text';
  let bestQuality = 0;
  let isNamed = false;
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const named = formatOf(type);
    if (named === undefined && type !== '*/*' && type !== 'text/*') continue;
    const quality = qualityOf(parameters);
    const isBetter = quality > bestQuality || (quality === bestQuality && !isNamed && named !== undefined);
    if (quality === 0 || !isBetter) continue;
    best = named ?? 'text';
    bestQuality = quality;
    isNamed = named !== undefined;
  }
  return best;
}

function formatOf(type: string): ProblemFormat | undefined {
  if (type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type)) return 'json';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  return type === 'text/plain' ? 'text' : undefined;
}

/** From 0 to 1 (RFC 9110 12.4.2); 1 where it is absent or malformed. */
function qualityOf(parameters: readonly string[]): number {
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  if (quality === undefined || !/^(?:\d+\.?\d*|\.\d+)$/.test(quality)) return 1;
  return Math.min(Number(quality), 1);
}
