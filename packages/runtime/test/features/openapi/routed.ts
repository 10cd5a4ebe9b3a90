import { Application, JsonResponse } from '../../../src/b/index.ts';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';

export const TEXT = { type: 'string' };

export const answer = (): JsonResponse => new JsonResponse({});

export const pathParameter = (name: string, schema: object = TEXT): object => ({
  name,
  in: 'path',
  required: true,
  schema,
});

/** An application without routes, and with a configuration. */
export function routed(config: object = {}): Application {
  const container = new ServiceManager({ services: { config } });
  return new Application({ container }).pipeRoutingMiddleware().pipeDispatchMiddleware();
}
