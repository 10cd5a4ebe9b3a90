import { DuplicateRouteError } from '../errors/coded-errors.ts';
import { placeOf } from '../errors/describe.ts';
import type { Route } from './route.ts';

/** Collects duplicate routes, so that one error names all of them. */
export class Duplicates {
  readonly #messages: string[] = [];

  add(message: string): void {
    this.#messages.push(message);
  }

  /** @throws every other error than a DuplicateRouteError */
  collect(register: () => unknown): void {
    try {
      register();
    } catch (error) {
      if (!(error instanceof DuplicateRouteError)) throw error;
      this.add(error.message);
    }
  }

  /** @throws DuplicateRouteError with all messages, one a line, if there is any */
  tell(change: (error: DuplicateRouteError) => DuplicateRouteError = (error) => error): void {
    if (this.#messages.length > 0) throw change(new DuplicateRouteError(this.#messages.join('\n')));
  }
}

/** Whether two routes of the same path have a method in common. HEAD and OPTIONS are compared only where they are listed. */
export function haveSameMethod({ methods }: Route, { methods: others }: Route): boolean {
  return methods === undefined || others === undefined || methods.some((method) => others.includes(method));
}

export function sameRequests(route: Route, other: Route): string {
  return `The route ${shown(route)} handles the same requests as ${shown(other)}; remove one of them or give it other methods.`;
}

export function sameName(route: Route, other: Route): string {
  return `The route ${shown(route)} has the name of ${shown(other)}; give it another name.`;
}

function shown(route: Route): string {
  return `"${route.name}" (${route})${placeOf(route.origin)}`;
}
