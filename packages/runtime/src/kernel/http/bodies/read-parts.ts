import { InvalidArgumentError } from '../../errors/coded-errors.ts';
import { HttpError } from '../../errors/http-error.ts';
import { FormReader, type Limits } from './form-reader.ts';
import { boundaryOf } from './part-head.ts';

/** A part of a form, which is read while it arrives. It can be read once, until you request the next part. */
export interface Part {
  /** The name of the field. */
  readonly name: string;
  /**
   * The name of a file from the client, without folders, drive letters and hidden characters; undefined for a field. Never
   * use it as a path to write to.
   */
  readonly filename: string | undefined;
  /**
   * The media type from the client, in lower case and without parameters, such as `image/png`; `text/plain` when the
   * client sends none.
   */
  readonly type: string;
  /** The content as a stream, which reads from the client only as fast as it is read. */
  readonly body: ReadableStream<Uint8Array>;
  /**
   * Reads the part as a string, decoded as UTF-8.
   *
   * @throws {@link PayloadTooLargeError} when it is larger than its limit
   */
  text(): Promise<string>;
  /**
   * Reads the part into memory as bytes.
   *
   * @throws {@link PayloadTooLargeError} when it is larger than its limit
   */
  bytes(): Promise<Uint8Array>;
}

/** The limits of a form; a larger form is a 413. The limit of the body applies too. */
export interface PartLimits {
  /** The maximum number of fields and files together; 1000 when absent. */
  readonly parts?: number | undefined;
  /** The maximum number of fields; 1000 when absent. */
  readonly fields?: number | undefined;
  /** The maximum number of files; 100 when absent. */
  readonly files?: number | undefined;
  /** The maximum size of each field, in bytes; 1 MiB when absent. */
  readonly fieldSize?: number | undefined;
  /** The maximum size of each file, in bytes; only the limit of the body applies when absent. */
  readonly fileSize?: number | undefined;
}

const DEFAULTS: Limits = {
  parts: 1000,
  fields: 1000,
  files: 100,
  fieldSize: 1_048_576,
  fileSize: Number.POSITIVE_INFINITY,
};

/**
 * Implements `request.parts()`.
 *
 * @param type the Content-Type of the request
 * @param open returns the body; not called when the type is not that of a form
 */
export async function* readParts(
  type: string,
  open: () => ReadableStream<Uint8Array> | null,
  given: PartLimits,
): AsyncGenerator<Part, void, undefined> {
  const limits = checkLimits(given);
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(type)) {
    throw new HttpError(415, 'Send the form as multipart/form-data.');
  }
  const form = new FormReader(boundaryOf(type), open()?.getReader(), limits);
  try {
    for (let part = await form.next(); part !== undefined; part = await form.next()) yield part;
  } finally {
    form.close();
  }
}

function checkLimits(given: PartLimits): Limits {
  const limits = { ...DEFAULTS };
  for (const [name, limit] of Object.entries(given)) {
    if (!Object.hasOwn(DEFAULTS, name)) {
      throw new InvalidArgumentError('limit', `one of ${Object.keys(DEFAULTS).join(', ')}`, name);
    }
    if (limit === undefined) continue;
    if (!(limit >= 0) || (!Number.isInteger(limit) && limit !== Number.POSITIVE_INFINITY)) {
      throw new InvalidArgumentError(name, 'an integer from 0', limit);
    }
    limits[name as keyof Limits] = limit as number;
  }
  return limits;
}
