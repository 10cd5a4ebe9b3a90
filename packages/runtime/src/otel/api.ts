import type * as openTelemetryApi from '@opentelemetry/api';
import { MissingDependencyError } from '../errors/coded-errors.ts';

/** The optional package. All its copies in a process share one state. */
export const api: typeof openTelemetryApi = await import('@opentelemetry/api').catch((cause: unknown) => {
  throw new MissingDependencyError('@opentelemetry/api', 'fw-runtime/otel', { cause });
});
