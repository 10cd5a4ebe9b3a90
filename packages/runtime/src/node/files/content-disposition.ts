// Control characters, and those that turn the direction of what follows, with which a name hides its extension.
// oxlint-disable-next-line no-control-regex
const UNSEEN = /[\0-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/**
 * The header by which a file is kept under a name (RFC 6266): in ASCII for old clients, and as it is for all others.
 *
 * @param name of which folders and what cannot be seen are left out
 */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const clean = name.toWellFormed().replace(UNSEEN, '').split(/[/\\]/).at(-1)?.trim();
  const full = clean === '' || clean === '.' || clean === '..' || clean === undefined ? 'download' : clean;
  // Some clients take "%41" for an escape, and some a backslash for itself.
  const plain = full.normalize('NFC').replace(/[^\x20-\x7e]|["%]/gu, '_');
  const encoded = encodeURIComponent(full).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${plain}"${plain === full ? '' : `; filename*=UTF-8''${encoded}`}`;
}
