import { isUtf8 } from 'node:buffer';
import type { SentAnswer } from 'fw-devtools/inspection';
import type { Output } from '#command-line/output';

const INCOMPLETE_REASONS = { size: 'it is longer than 1 MiB', time: 'it did not end in time' };

/** The body as a string, or as base64 if it is binary. */
export type Content = { readonly body: string } | { readonly base64: string };

/** The body of a response as `body` or, if it isn't text, as `base64`. */
export function bodyText({ body, cut }: SentAnswer): Content {
  const bytes = Buffer.from(body, 'base64');
  // A character may have been split.
  const ends = cut === undefined ? [0] : [0, 1, 2, 3];
  const found = ends.map((end) => bytes.subarray(0, bytes.length - end)).find(isText);
  return found === undefined ? { base64: body } : { body: found.toString() };
}

function isText(bytes: Buffer): boolean {
  return isUtf8(bytes) && !bytes.includes(0);
}

/** Prints status, headers and body. */
export function printResponse(
  { status, statusText, headers, cut }: SentAnswer,
  content: Content,
  { print, paint }: Output,
): void {
  print(paint(status < 400 ? 'green' : 'red', `${status} ${statusText}`.trimEnd()));
  for (const [name, value] of headers) print(`${paint('cyan', name)}: ${value}`);
  if ('base64' in content) {
    const { length } = Buffer.from(content.base64, 'base64');
    print(`\n(${length} ${length === 1 ? 'byte' : 'bytes'} that are not text)`);
  } else if (content.body !== '') print(`\n${content.body.replace(/\n$/, '')}`);
  if (cut !== undefined)
    print(paint('red', `\nThe rest of the body is not shown: ${INCOMPLETE_REASONS[cut]}.`));
}
