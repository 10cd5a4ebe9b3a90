import { InvalidArgumentError } from 'fw-runtime';
import type { Job } from './job.ts';

// In characters.
const MAX_LENGTH = 2 ** 20;

/** @throws {@link InvalidArgumentError} when the payload isn't JSON, or is too long */
export function checkJson({ definition: { name } }: Job, payload: unknown): void {
  const text = JSON.stringify(payload) as string | undefined;
  if (text === undefined || text.length > MAX_LENGTH) {
    throw new InvalidArgumentError(
      `payload of "${name}"`,
      'JSON of at most 1 MiB',
      text === undefined ? payload : `${text.length} characters`,
    );
  }
}

/**
 * The payload as its schema changes it.
 *
 * @throws {@link InvalidArgumentError} when the schema rejects it
 */
export async function parsePayload(
  { definition: { name, payload: schema } }: Job,
  payload: unknown,
): Promise<unknown> {
  if (schema === undefined) return payload;
  const result = await schema['~standard'].validate(payload);
  if (result.issues === undefined) return result.value;
  const faults = result.issues.map(({ path = [], message }) => {
    const keys = path.map((step) => String(typeof step === 'object' ? step.key : step));
    return keys.length === 0 ? message : `${keys.join('.')}: ${message}`;
  });
  throw new InvalidArgumentError(
    `payload of "${name}"`,
    `what its schema accepts (${faults.join('; ')})`,
    payload,
  );
}
