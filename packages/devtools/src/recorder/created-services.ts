import { AsyncLocalStorage } from 'node:async_hooks';
import { isThenable, messageOf, type ServiceObserver } from 'fw-runtime/internal';

/** A service that was created during a request. Times come from `performance.now()`. */
export interface CreatedService {
  readonly id: string;
  readonly askedBy: string | undefined;
  /** The index of the layer that requested the service. */
  readonly layer: number | undefined;
  readonly started: number;
  readonly ended: number;
  readonly error: string | undefined;
}

/** Receives services until the request is done. Tasks of services may outlive the request and must not keep it in memory. */
export interface ServiceNotes {
  note: ((service: CreatedService) => void) | undefined;
}

interface Place {
  readonly notes: ServiceNotes;
  readonly layer: number | undefined;
}

const places = new AsyncLocalStorage<Place>();

/** Runs a function and notes the services that are created meanwhile. */
export function noteServices<T>(notes: ServiceNotes, layer: number | undefined, run: () => T): T {
  return places.run({ notes, layer }, run);
}

/** Notes the services that are created during recorded requests. */
export const observeCreation: ServiceObserver = ({ id, askedBy }, make) => {
  const place = places.getStore();
  if (place?.notes.note === undefined) return make();
  const { notes, layer } = place;
  const started = performance.now();
  const note = (error?: string): void =>
    notes.note?.({ id, askedBy, layer, started, ended: performance.now(), error });
  try {
    const service = make();
    if (isThenable(service))
      service.then(
        () => note(),
        (failure: unknown) => note(messageOf(failure)),
      );
    else note();
    return service;
  } catch (failure) {
    note(messageOf(failure));
    throw failure;
  }
};
