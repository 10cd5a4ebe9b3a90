/** Media types that compress well, in the syntax of the option `types`. */
export const COMPRESSIBLE: readonly string[] = [
  'text/*',
  'application/json',
  'application/*+json',
  'application/*+xml',
  'application/javascript',
  'application/ndjson',
  'application/rtf',
  'application/vnd.ms-fontobject',
  'application/wasm',
  'application/x-ndjson',
  'application/xml',
  'font/otf',
  'font/ttf',
  'image/bmp',
  'image/svg+xml',
  'image/vnd.microsoft.icon',
  'image/x-icon',
  'model/*+json',
];

/** Matches media types as options name them: `text/html`, `text/*`, `application/*+json`. */
export const MEDIA_TYPE: RegExp = /^[\w.+-]+\/(?:\*|[\w.-]*\*?[\w.+-]*)$/;

const EVENTS = 'text/event-stream';

/**
 * Creates a function that matches a Content-Type against these media types. List `text/event-stream` explicitly,
 * because not every client flushes what it decodes.
 */
export function matchesTypes(types: readonly string[]): (contentType: string) => boolean {
  const patterns = types.map((type) =>
    type
      .toLowerCase()
      .replace(/[.+]/g, String.raw`\$&`)
      .replace('*', '[^/]*'),
  );
  const pattern = new RegExp(`^(?:${patterns.join('|')})$`);
  const isEventsNamed = types.includes(EVENTS);
  return (contentType) => {
    const [type = ''] = contentType.toLowerCase().split(';', 1);
    const essence = type.trim();
    return pattern.test(essence) && (essence !== EVENTS || isEventsNamed);
  };
}
