import { InvalidArgumentError, MissingResponseError } from '../../kernel/errors/coded-errors.ts';
import type { BodyInput } from '../../kernel/http/bodies/body-input.ts';
import { toJson } from '../../kernel/http/bodies/json.ts';
import { HeaderList, type HeadersInput } from '../../kernel/http/header-list.ts';
import { HttpResponse, toHttpResponse } from '../../kernel/http/http-response.ts';
import type { ServerRequest } from '../../kernel/http/server-request.ts';
import type { Responses } from './definition.ts';
import { isJson, responseSchemas } from './media-type.ts';

/** The type of the body and the headers of a status. */
interface StatusReply {
  readonly body: 'none' | 'json' | 'other';
  /** The Content-Type of the contract, which headers of the handler override. */
  readonly headers: HeaderList;
}

/** Creates the responses of a contract from the results of its handlers. Created once per handler. */
export class Responder {
  /** The bodies and headers by status. */
  readonly #replies = new Map<number, StatusReply>();
  readonly #statuses: readonly number[];
  /** The only success status; undefined when there are several, or none. */
  readonly #success: number | undefined;

  constructor(responses: Responses = {}) {
    for (const [key, content] of Object.entries(responses)) {
      if (/^\d+$/.test(key) && content !== undefined) this.#replies.set(Number(key), replyOf(content));
    }
    this.#statuses = [...this.#replies.keys()].filter((status) => status < 300);
    this.#success = this.#statuses.length === 1 ? this.#statuses[0] : undefined;
  }

  /**
   * Creates a response with a status of the contract.
   *
   * @throws {@link InvalidArgumentError} when the contract doesn't have the status, or the body has no JSON form
   */
  readonly reply = (status: number, body?: unknown, headers?: HeadersInput): HttpResponse => {
    const found = this.#replies.get(status);
    if (found === undefined) {
      const known = [...this.#replies.keys()].join(', ') || 'none';
      throw new InvalidArgumentError(
        'status of reply()',
        `a status of the contract, which has ${known}`,
        status,
      );
    }
    const list = headers === undefined ? found.headers : HeaderList.from(headers, found.headers);
    if (found.body === 'json') return new HttpResponse(toJson(body, 'body of reply()'), status, list);
    return new HttpResponse(found.body === 'none' ? null : (body as BodyInput), status, list);
  };

  /**
   * A response as it is, and any other result as the body of the only success status.
   *
   * @param handler the name of the handler, for errors
   * @throws {@link MissingResponseError} when there is no such status, or its body is missing
   */
  responseOf(result: unknown, request: ServerRequest, handler: string): HttpResponse {
    const response = toHttpResponse(result);
    if (response !== undefined) return response;
    const status = this.#success;
    const isMissing = result === undefined && this.#replies.get(status ?? 0)?.body !== 'none';
    if (status !== undefined && !isMissing) return this.reply(status, result);
    const advice =
      status === undefined
        ? `return reply(status, body), because its contract has ${this.#statuses.join(', ') || 'no success status'}.`
        : `return the body of the status ${status}, or a response.`;
    throw new MissingResponseError(handler || 'handle()', request.method, request.path, result, advice);
  }
}

function replyOf(content: NonNullable<Responses[number]> | null): StatusReply {
  if (content === null) return { body: 'none', headers: HeaderList.empty };
  const types = Object.keys(responseSchemas(content));
  const json = types.find(isJson);
  const type = json ?? types[0] ?? '';
  const headers = HeaderList.of('Content-Type', type.startsWith('text/') ? `${type}; charset=utf-8` : type);
  return { body: json === undefined ? 'other' : 'json', headers };
}
