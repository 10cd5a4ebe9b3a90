import { HttpError } from '../errors/http-error.ts';

/** A name, an IPv4 or an IPv6 address, with or without a port (RFC 9110 7.2): what a Host header may contain. */
export const HOST: RegExp = /^(?:\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)*\.?)(?::\d{1,5})?$/i;

/** In the place of a host that makes no URL, such as one with a port above 65535. */
export const NO_HOST = '_invalid_';

export function malformedTarget(): HttpError {
  return new HttpError(400, 'The Host or the target of the request is malformed.');
}
