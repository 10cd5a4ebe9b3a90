import type { BusboyInstance } from '@fastify/busboy';
import { InvalidArgumentError, MissingDependencyError } from '../../errors/coded-errors.ts';
import { HttpError } from '../../errors/http-error.ts';
import type { Part, PartLimits } from './part.ts';
import { type Limits, PartSource } from './part-source.ts';

const DEFAULTS: Limits = {
  parts: 1000,
  fields: 1000,
  files: 100,
  fieldSize: 1_048_576,
  fileSize: Number.POSITIVE_INFINITY,
};

/**
 * What `request.parts()` gives on runtimes that have Node's streams.
 *
 * @param type the Content-Type of the request
 * @param open gives the body; not asked when the type is no form
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
  const parser = await makeParser(type, limits);
  const source = new PartSource(parser, open()?.getReader(), limits);
  try {
    for (let part = await source.next(); part !== undefined; part = await source.next()) yield part;
  } finally {
    source.close();
  }
}

async function makeParser(type: string, { parts }: Limits): Promise<BusboyInstance> {
  const { Busboy } = await import('@fastify/busboy').catch((cause: unknown) => {
    throw new MissingDependencyError('@fastify/busboy', 'request.parts()', { cause });
  });
  try {
    // Fields come as they were sent too, so that their sizes are judged in one place.
    return new Busboy({ headers: { 'content-type': type }, isPartAFile: () => true, limits: { parts } });
  } catch (cause) {
    throw new HttpError(400, 'The Content-Type of the form has no boundary, or a malformed one.', { cause });
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
