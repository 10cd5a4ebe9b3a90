import { AsyncLocalStorage } from 'node:async_hooks';
import { messageOf } from '../../errors/describe.ts';
import type { ServiceObserver } from '../../container/container-interface.ts';
import { isThenable } from '../../pipeline/lazy-middleware.ts';

/** A service that was made while a request ran; times are those of `performance.now()`. */
export interface MadeService {
  readonly id: string;
  readonly askedBy: string | undefined;
  /** The index of the layer that requested it. */
  readonly layer: number | undefined;
  readonly started: number;
  readonly ended: number;
  readonly error: string | undefined;
}

/** Where services are noted, until the request is done: what they have begun may outlive it and would keep it in memory. */
export interface ServiceNotes {
  note: ((service: MadeService) => void) | undefined;
}

interface Place {
  readonly notes: ServiceNotes;
  readonly layer: number | undefined;
}

const places = new AsyncLocalStorage<Place>();

/** Runs a function so that the services that are made meanwhile are noted. */
export function notingServices<T>(notes: ServiceNotes, layer: number | undefined, run: () => T): T {
  return places.run({ notes, layer }, run);
}

/** Notes the services that are made for recorded requests. */
export const observeMaking: ServiceObserver = ({ id, askedBy }, make) => {
  const place = places.getStore();
  if (place?.notes.note === undefined) return make();
  const { notes, layer } = place;
  const started = performance.now();
  const note = (error?: string): void =>
    notes.note?.({ id, askedBy, layer, started, ended: performance.now(), error });
  try {
    const made = make();
    if (isThenable(made))
      made.then(
        () => note(),
        (failure: unknown) => note(messageOf(failure)),
      );
    else note();
    return made;
  } catch (failure) {
    note(messageOf(failure));
    throw failure;
  }
};
