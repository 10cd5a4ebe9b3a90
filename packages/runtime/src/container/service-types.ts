import type { ConfiguredServices, FrameworkServices, ServiceId, Services } from './container-interface.ts';

/** Stands for a service that a site's `Services` does not name. */
export interface UnknownService<Id extends string> {
  readonly error: `Services has no "${Id}"`;
}

/** Stands for the services of a list whose order the compiler does not know. */
export interface InjectIsNoConstList {
  readonly error: 'Write "as const" behind the list of inject';
}

/**
 * The type of the service that stands under an id; what is asynchronous is awaited. Where nothing is known of it, it is
 * `never`, which a parameter of any type accepts: so with symbols, and with names as long as `Services` is empty.
 */
export type ServiceOf<Id> = Id extends keyof Services
  ? Awaited<Services[Id]>
  : Id extends keyof ConfiguredServices
    ? KnownOf<Awaited<ConfiguredServices[Id]>>
    : Id extends keyof FrameworkServices
      ? Awaited<FrameworkServices[Id]>
      : Id extends abstract new (...args: never[]) => infer T
        ? T
        : Id extends string
          ? NamedService<Id>
          : never;

/** A factory may say that it makes anything. */
type KnownOf<T> = unknown extends T ? never : T;

type NamedService<Id extends string> = keyof Services extends never
  ? never
  : string extends Id
    ? never
    : UnknownService<Id>;

/** The types of the services of a list of ids: what a constructor, or the function of `inject`, takes. */
export type ServicesOf<Ids extends readonly ServiceId[]> = number extends Ids['length']
  ? readonly InjectIsNoConstList[]
  : { -readonly [Index in keyof Ids]: ServiceOf<Ids[Index]> };

/** What a factory makes, be it a function or a class with `create`: a promise where it is asynchronous. */
export type MadeBy<Factory> = Factory extends abstract new (...args: never[]) => {
  create(...args: never[]): infer T;
}
  ? T
  : Factory extends (...args: never[]) => infer T
    ? T
    : unknown;
