import { DelegateMisuseError } from '../error/coded-errors.ts';
import { isThenable } from './resolve-middleware.ts';

/** Watches how one middleware passes one request on; used with `debug` only (SEMANTICS P8). */
export class PassingOn {
  readonly #name: string;
  #started = false;
  #pending = false;

  constructor(name: string) {
    this.#name = name;
  }

  /** @throws DelegateMisuseError when the request was passed on before */
  start<T>(passOn: () => T): T {
    if (this.#started) {
      throw new DelegateMisuseError(
        `The middleware ${this.#name} passed the request on twice; pass it on once and use that response.`,
      );
    }
    this.#started = true;
    const result = passOn();
    if (!isThenable(result)) return result;
    this.#pending = true;
    const settled = (): void => void (this.#pending = false);
    result.then(settled, settled);
    return result;
  }

  /** @throws DelegateMisuseError when the inner layers still run */
  finish(): void {
    if (this.#pending) {
      throw new DelegateMisuseError(
        `The middleware ${this.#name} returned before the inner layers had finished; return or await what they give.`,
      );
    }
  }
}
