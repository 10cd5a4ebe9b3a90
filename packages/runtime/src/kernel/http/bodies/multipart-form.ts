import { incomplete, MultipartParser } from './multipart-parser.ts';
import { boundaryOf, parseHead, type PartHead } from './part-head.ts';
import { tooMany } from './read-body.ts';

const decoder = new TextDecoder();

/**
 * Parses a whole `multipart/form-data` body, in the same way as `request.parts()`.
 *
 * @param limit the number of fields and files together
 * @throws {@link HttpError} 400 when the form is malformed or incomplete
 * @throws {@link PayloadTooLargeError} when there are more fields than the limit
 */
export function parseMultipart(type: string, bytes: Uint8Array, limit: number): FormData {
  const parser = new MultipartParser(boundaryOf(type));
  parser.write(bytes);
  parser.writeEnd();
  const form = new FormData();
  let count = 0;
  for (let head = parser.readHead(); head !== undefined; head = parser.readHead()) {
    if (++count > limit) throw tooMany('fields', limit);
    const part = parseHead(head);
    const content = parser.readContent();
    if (content === undefined || parser.isInContent) throw incomplete();
    form.append(part.name, valueOf(part, content as Uint8Array<ArrayBuffer>));
  }
  if (!parser.isComplete) throw incomplete();
  return form;
}

function valueOf({ filename, type }: PartHead, content: Uint8Array<ArrayBuffer>): File | string {
  if (filename === undefined) return decoder.decode(content);
  const file = new File([content], filename, { type });
  // Bun adds a charset to the types of text.
  return file.type === type ? file : Object.defineProperty(file, 'type', { value: type });
}
