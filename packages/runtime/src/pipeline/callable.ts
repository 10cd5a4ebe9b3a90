/** A middleware in the form in which it is called; its arguments and its result are the variant's. */
export type Callable = (...args: never[]) => unknown;
