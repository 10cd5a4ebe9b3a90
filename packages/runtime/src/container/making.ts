import type { ContainerInterface, ServiceId } from './container-interface.ts';

/** A service that a container can supply. */
export interface Service {
  readonly id: ServiceId;
  /** Another id of this service; nothing is made for it. */
  readonly alias?: ServiceId;
  /** The class that it is an instance of, where it was registered as such. */
  readonly Class?: ServiceId;
  /** Whether the container made it, so that it also disposes of it. */
  readonly isOwn: boolean;
  readonly make: (container: ContainerInterface) => unknown;
  /** Undefined until it is first asked for. */
  making: Making | undefined;
}

/** The making of one service: what was asked for meanwhile, and what came of it. */
export class Making {
  readonly service: Service;
  /** What those who ask are given: the service, or the promise of it. */
  result: unknown;
  /** The service itself. */
  value: unknown;
  /** Whether the factory runs, or what it promised is not there yet. */
  isPending = true;
  /** What was asked for while this was pending. */
  readonly needs: Set<Making> = new Set();

  constructor(service: Service) {
    this.service = service;
  }

  finish(value: unknown): void {
    this.isPending = false;
    this.value = value;
  }

  /** Whoever asks for the service next has it made anew. */
  forget(): void {
    this.isPending = false;
    if (this.service.making === this) this.service.making = undefined;
  }
}

/** The way from one making to another by what each waits for, both included; undefined when there is none. */
export function wayBetween(from: Making, to: Making, seen: Set<Making> = new Set()): Making[] | undefined {
  if (from === to) return [from];
  seen.add(from);
  for (const need of from.needs) {
    const way = need.isPending && !seen.has(need) ? wayBetween(need, to, seen) : undefined;
    if (way !== undefined) return [from, ...way];
  }
  return undefined;
}

/** The same makings in their order, but none before those that it needs: a factory may hold on to a mere promise. */
export function inOrderOfNeed(makings: ReadonlySet<Making>): Making[] {
  const seen = new Set<Making>();
  const ordered: Making[] = [];
  const visit = (making: Making): void => {
    if (seen.has(making)) return;
    seen.add(making);
    for (const need of making.needs) visit(need);
    if (makings.has(making)) ordered.push(making);
  };
  for (const making of makings) visit(making);
  return ordered;
}

export function pendingOf(makings: ReadonlySet<Making>): Making[] {
  return [...makings].filter(({ isPending }) => isPending);
}
