import { DuplicateRouteError } from '../errors/coded-errors.ts';

/** Collects the duplicates of several registrations, so that one error tells them all. */
export class Duplicates {
  readonly #messages: string[] = [];

  /** @throws what is no DuplicateRouteError */
  collect(register: () => unknown): void {
    try {
      register();
    } catch (error) {
      if (!(error instanceof DuplicateRouteError)) throw error;
      this.#messages.push(error.message);
    }
  }

  /** @throws DuplicateRouteError of all, one a line, when there is any */
  tell(change: (error: DuplicateRouteError) => DuplicateRouteError = (error) => error): void {
    if (this.#messages.length > 0) throw change(new DuplicateRouteError(this.#messages.join('\n')));
  }
}
