import { HttpError } from '../../errors/http-error.ts';
import { hasMoreFields, tooMany } from './read-body.ts';

const decoder = new TextDecoder();

/**
 * @param type the Content-Type of the request
 * @param read returns the body; not called when the type is not that of a form
 * @param limit the number of fields and files together
 * @throws {@link HttpError} 415 when the type is not that of a form, 400 when the form is malformed
 * @throws {@link PayloadTooLargeError} when there are more fields than the limit
 */
export async function parseForm(
  type: string,
  read: () => Promise<Uint8Array>,
  limit: number,
): Promise<FormData> {
  const [, isUrlEncoded] =
    /^(?:multipart\/form-data|(application\/x-www-form-urlencoded))\s*(?:;|$)/i.exec(type) ?? rejectType();
  const bytes = await read();
  if (isUrlEncoded === undefined) {
    const { parseMultipart } = await import('./multipart-form.ts');
    return parseMultipart(type, bytes, limit);
  }
  const text = decoder.decode(bytes);
  if (hasMoreFields(text, limit)) throw tooMany('fields', limit);
  const form = new FormData();
  // A "?" at the start of the string would be left out.
  for (const [name, value] of new URLSearchParams(`&${text}`)) form.append(name, value);
  return form;
}

function rejectType(): never {
  throw new HttpError(415, 'Send the form as multipart/form-data or application/x-www-form-urlencoded.');
}
