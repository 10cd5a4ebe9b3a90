import { UsageError } from './errors.ts';

/** The two shapes of a middleware that a site can be written in. */
export type Variant = 'a' | 'b';

export const defaultVariant: Variant = 'b';

/** One line per variant, the default first: for the help and for the question. */
export const variantLines: Readonly<Record<Variant, string>> = {
  b: 'middleware (request, delegate), thrown errors – if you know PSR-15, Koa or Hono',
  a: 'middleware (request, response, next), error middleware – if you know Express',
};

export function isVariant(text: string): text is Variant {
  return text === 'a' || text === 'b';
}

/**
 * The variant that `text` names, in either case.
 *
 * @throws {UsageError} when it names none
 */
export function parseVariant(text: string): Variant {
  const variant = text.toLowerCase();
  if (isVariant(variant)) return variant;
  throw new UsageError(`Unknown variant "${text}": choose a or b.`);
}
