import { HttpError } from '../error/http-error.ts';

/** @throws HttpError 400 when the text is no JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new HttpError(400, 'The request body is not valid JSON.', { cause });
  }
}

/**
 * @param type the Content-Type of the request
 * @param read gives the body; not asked when the type is no form
 * @throws HttpError 415 when the type is no form, 400 when the body is not what the type says
 */
export async function parseForm(type: string, read: () => Promise<Uint8Array>): Promise<FormData> {
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/i.test(type)) {
    throw new HttpError(415, 'Send the form as multipart/form-data or application/x-www-form-urlencoded.');
  }
  const bytes = await read();
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch (cause) {
    throw new HttpError(400, 'The request body is not the form that its Content-Type says.', { cause });
  }
}
