import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { HeaderList } from './header-list.ts';
import { Client } from './request-changes.ts';
import { isRequestSource } from './request-source.ts';
import { ServerRequest } from './server-request.ts';

/**
 * A request given to an application: one of ours as it is, or one of another installed copy of the package made ours.
 *
 * @throws InvalidArgumentError for anything else
 */
export function toServerRequest(given: ServerRequest): ServerRequest {
  if (given instanceof ServerRequest) return given;
  if (!isRequestSource((given as ServerRequest | undefined | null)?.source)) {
    throw new InvalidArgumentError('request', 'a ServerRequest', given);
  }
  const { source, path, params, attributes, method, headers, changes } = given as ServerRequest;
  const changed = changes && {
    headers: changes.headers && HeaderList.from(headers),
    client: changes.client && new Client(changes.client.info),
    signal: changes.signal,
  };
  return new ServerRequest(source).moved(path, params, attributes, undefined, method, changed);
}
