import type { ContainerInterface, ServiceId, Services } from './container-interface.ts';

/** The type of the service that stands under an id; any where `Services` does not tell of any string. */
export type ServiceOf<Id> = Id extends keyof Services
  ? Services[Id]
  : Id extends abstract new (...args: never[]) => infer T
    ? T
    : Id extends string
      ? UnlessTyped<Id>
      : // oxlint-disable-next-line typescript/no-explicit-any
        any;
