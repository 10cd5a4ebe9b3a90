import { InvalidArgumentError } from 'fw-runtime';
import { InputFaults } from 'fw-runtime/internal';
import type { Job } from './job.ts';

/**
 * The payload as its schema changes it.
 *
 * @throws {@link InvalidArgumentError} when the schema rejects it
 */
export async function parsePayload(
  { definition: { name, payload: schema } }: Job,
  payload: unknown,
  argument = 'payload',
): Promise<unknown> {
  if (schema === undefined) return payload;
  const result = await schema['~standard'].validate(payload);
  if (result.issues === undefined) return result.value;
  const errors = new InputFaults();
  errors.add(result.issues, 'body');
  const messages = errors.reported.map(({ pointer, detail }) =>
    pointer === '' ? detail : `${pointer.slice(1).replaceAll('/', '.')}: ${detail}`,
  );
  if (errors.more > 0) messages.push(`and ${errors.more} more`);
  throw new InvalidArgumentError(
    `${argument} of "${name}"`,
    `what its schema accepts (${messages.join('; ')})`,
    payload,
  );
}
