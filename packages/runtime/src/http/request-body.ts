import type * as parts from '#parts';
import { InvalidArgumentError, UnsupportedRuntimeError } from '../errors/coded-errors.ts';
import { parseForm, parseJson } from './bodies/parse-body.ts';
import type { Part, PartLimits } from './bodies/part.ts';
import type { RequestSource } from './request-source.ts';

const decoder = new TextDecoder();

function toText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** The body of a request, and the ways to read it. It is one, which all copies of a request share. */
export abstract class RequestBody {
  /** @internal */
  abstract readonly source: RequestSource;

  abstract header(name: string): string | undefined;

  /** @throws PayloadTooLargeError when the body is larger than the limit */
  text(given?: undefined): Promise<string> {
    if (given !== undefined) throw takesNothing('text', 'TextResponse(text)', given);
    return this.source.readAs(toText);
  }

  /**
   * @throws HttpError 400 when the body is no JSON, or is nested more than 256 levels deep
   * @throws PayloadTooLargeError when the body is larger than the limit
   */
  json<T = unknown>(given?: undefined): Promise<T> {
    if (given !== undefined) throw takesNothing('json', 'JsonResponse(value)', given);
    return this.source.readAs(parseJson) as Promise<T>;
  }

  /** @throws PayloadTooLargeError when the body is larger than the limit */
  bytes(): Promise<Uint8Array> {
    return this.source.read();
  }

  /**
   * @throws HttpError 415 when the Content-Type is no form, 400 when the body is not what the type says
   * @throws PayloadTooLargeError when the body is larger than the limit, or has more fields than `server.field_limit`
   */
  formData(): Promise<FormData> {
    return parseForm(this.header('content-type') ?? '', () => this.source.read(), this.source.fieldLimit);
  }

  /**
   * The whole body without using it up: whoever reads it afterwards, in whatever way, finds it as it came. It is kept in memory.
   *
   * @example const signed = sign(await request.peek());
   * @throws PayloadTooLargeError when the body is larger than the limit
   */
  peek(): Promise<Uint8Array> {
    return this.source.peek();
  }

  /**
   * The parts of a form with files, one by one as they arrive. What of a part was not read goes by when the next is asked for.
   *
   * @example for await (const part of request.parts({ files: 1 })) if (part.filename !== undefined) await store(part.body);
   * @throws HttpError 415 when the Content-Type is not multipart/form-data, 400 when the form is malformed or incomplete
   * @throws PayloadTooLargeError when a part, the form or the body is larger than its limit
   * @throws MissingDependencyError without `@fastify/busboy`, UnsupportedRuntimeError where there is neither Node, Bun nor Deno
   */
  async *parts(limits: PartLimits = {}): AsyncGenerator<Part, void, undefined> {
    const { readParts } = (await import('#parts')) as Partial<typeof parts>;
    if (readParts === undefined) {
      throw new UnsupportedRuntimeError(
        'request.parts()',
        'Node, Bun or Deno',
        'here use request.formData()',
      );
    }
    yield* readParts(this.header('content-type') ?? '', () => this.body, limits);
  }

  /** The body as a stream; null when there is none. Reading fails when it is larger than the limit. */
  get body(): ReadableStream<Uint8Array> | null {
    return this.source.stream();
  }

  get bodyUsed(): boolean {
    return this.source.bodyUsed;
  }

  /**
   * Limits the body. A larger limit than it has, such as that of `server.body_limit`, changes nothing. The body is one, so the
   * limit counts for all copies of the request, also for those that were made before.
   *
   * @example app.pipe('/notes', (request, delegate) => delegate(request.withBodyLimit(10_000)))
   * @param bytes an integer from 0
   * @throws PayloadTooLargeError when the Content-Length says more; else reading throws it
   */
  withBodyLimit(bytes: number): this {
    if (!Number.isInteger(bytes) || bytes < 0) {
      throw new InvalidArgumentError('bytes', 'an integer from 0', bytes);
    }
    const { source } = this;
    source.bodyLimit = Math.min(source.bodyLimit, bytes);
    const tooLarge = source.bodyTooLarge();
    if (tooLarge !== undefined) throw tooLarge;
    return this;
  }
}

// Hono responds with context.json(value).
function takesNothing(method: string, response: string, given: unknown): InvalidArgumentError {
  const expected = 'absent, because it reads the body of the request';
  return new InvalidArgumentError(
    `of request.${method}()`,
    expected,
    given,
    ` To respond, return new ${response}.`,
  );
}
