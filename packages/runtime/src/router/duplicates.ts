import { DuplicateRouteError } from '../error/coded-errors.ts';

/** What several registrations have thrown about duplicates, to be told at once. */
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
