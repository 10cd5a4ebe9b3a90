import { InvalidArgumentError } from '../error/coded-errors.ts';
import { isRequestSource } from './request-source.ts';
import { ServerRequest } from './server-request.ts';

/**
 * A request given to an application: one of ours, or one of another installed copy of the package, where it stands.
 *
 * @throws InvalidArgumentError for anything else
 */
export function toServerRequest(given: ServerRequest): ServerRequest {
  if (given instanceof ServerRequest) return given;
  const { source, path, params, attributes } = (given ?? {}) as Partial<ServerRequest>;
  if (!isRequestSource(source)) throw new InvalidArgumentError('request', 'a ServerRequest', given);
  return new ServerRequest(source).moved(path ?? source.path, params ?? {}, attributes, undefined);
}
