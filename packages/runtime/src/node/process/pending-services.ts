import type { RequestHandler } from '../../application/request-handler.ts';

/** The services that are being made or disposed of at this moment: `"db", "posts"`; "" where the container cannot list them. */
export function pendingServices({ container }: RequestHandler): string {
  const { pending } = (container ?? {}) as { pending?: unknown };
  return Array.isArray(pending) ? pending.map((id) => JSON.stringify(String(id))).join(', ') : '';
}
