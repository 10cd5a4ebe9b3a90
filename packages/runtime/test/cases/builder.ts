import type * as a from '../../src/a/index.ts';
import type * as b from '../../src/b/index.ts';
import type {
  Case,
  CaseApplication,
  CaseOfA,
  CaseOfB,
  CaseRequest,
  Description,
  Expectation,
  Kit,
  KitOfA,
  KitOfB,
  KitOptions,
  RouterName,
  SharedCase,
  Transport,
} from './case.ts';
import { addPipes, addRoutes, type Entry, type Routes } from './recipes.ts';

/** A case of both variants: what is registered, the request, and the response. */
export function rule(id: string, name: string): CaseBuilder<SharedStep, SharedCase> {
  return new CaseBuilder(id, name, (description, { options, create, steps }) => ({
    ...description,
    build: (kit) => applied(steps, create?.(kit) ?? kit.app(optionsOf(options, kit)), kit),
  }));
}

/** A case of variant A only. */
export function ruleOfA(id: string, name: string): CaseBuilder<StepOfA, CaseOfA> {
  return new CaseBuilder(id, name, (description, { options, create, steps }) => ({
    ...description,
    variant: 'a',
    build: (kit) => applied(steps, create?.(kit) ?? kit.app(optionsOf(options, kit)), kit),
  }));
}

/** A case of variant B only. */
export function ruleOfB(id: string, name: string): CaseBuilder<StepOfB, CaseOfB> {
  return new CaseBuilder(id, name, (description, { options, create, steps }) => ({
    ...description,
    variant: 'b',
    build: (kit) => applied(steps, create?.(kit) ?? kit.app(optionsOf(options, kit)), kit),
  }));
}

type SharedStep = <M>(app: CaseApplication<M>, kit: Kit<M>) => unknown;
type StepOfA = (app: a.Application, kit: KitOfA) => unknown;
type StepOfB = (app: b.Application, kit: KitOfB) => unknown;

type Options = KitOptions | (<M>(kit: Kit<M>) => KitOptions);

interface Parts<Step, Item extends Case> {
  readonly options: Options | undefined;
  readonly create: Item['build'] | undefined;
  readonly steps: readonly (Step | SharedStep)[];
}

/** Collects a case, in the order in which a reader needs its parts. The application starts with an empty pipeline. */
class CaseBuilder<Step, Item extends Case> {
  readonly #rule: string;
  readonly #name: string;
  readonly #build: (description: Description, parts: Parts<Step, Item>) => Item;
  readonly #steps: (Step | SharedStep)[] = [];
  #limits: Pick<Description, 'routers' | 'transports'> = {};
  #options: Options | undefined;
  #create: Item['build'] | undefined;
  #isRouted = false;

  constructor(id: string, name: string, build: (description: Description, parts: Parts<Step, Item>) => Item) {
    this.#rule = id;
    this.#name = name;
    this.#build = build;
  }

  /** Runs the case with these routers only. */
  routers(...routers: readonly RouterName[]): this {
    this.#limits = { ...this.#limits, routers };
    return this;
  }

  /** Runs the case over these transports only. */
  transports(...transports: readonly Transport[]): this {
    this.#limits = { ...this.#limits, transports };
    return this;
  }

  /** The options of the application. */
  options(options: Options): this {
    this.#options = options;
    return this;
  }

  /** Takes an application that has its own options. */
  built(create: Item['build']): this {
    this.#create = create;
    return this;
  }

  /** Pipes middleware, in this order. The keys of an object are path prefixes. */
  pipes(...entries: readonly Entry[]): this {
    return this.#add((app, kit) => addPipes(app, kit, entries));
  }

  /** Pipes routing and dispatch, and adds routes: see `addRoutes` for their keys. */
  routes(routes: Routes): this {
    return this.routed().#add((app, kit) => addRoutes(app, kit, routes));
  }

  /** Pipes routing and dispatch, and changes the application in another way. */
  routed(step?: Step): this {
    if (!this.#isRouted) this.#add((app) => app.pipeRoutingMiddleware().pipeDispatchMiddleware());
    this.#isRouted = true;
    return step === undefined ? this : this.app(step);
  }

  /** Changes the application in another way. */
  app(step: Step): this {
    this.#steps.push(step);
    return this;
  }

  get(path: string, headers: CaseRequest['headers'] = {}): Responses<Item> {
    return this.sends({ path, headers });
  }

  post(path: string, body = '', headers: CaseRequest['headers'] = {}): Responses<Item> {
    return this.sends({ method: 'POST', path, headers, ...(body !== '' && { body }) });
  }

  sends(request: CaseRequest): Responses<Item> {
    const expects = (expect: Expectation): Item =>
      this.#build(
        { rule: this.#rule, name: this.#name, ...this.#limits, request, expect },
        { options: this.#options, create: this.#create, steps: this.#steps },
      );
    return {
      expects,
      responds: (status, body) => expects({ status, ...(body !== undefined && { body }) }),
      respondsWith: (status, headers, body) =>
        expects({ status, headers, ...(body !== undefined && { body }) }),
    };
  }

  #add(step: SharedStep): this {
    this.#steps.push(step);
    return this;
  }
}

interface Responses<Item> {
  /** An object is compared with the body as JSON. */
  responds(status: number, body?: Expectation['body']): Item;
  /** `null` is the value of a header that is absent. */
  respondsWith(status: number, headers: Expectation['headers'] & object, body?: Expectation['body']): Item;
  expects(expectation: Expectation): Item;
}

function applied<App, K>(steps: readonly ((app: App, kit: K) => unknown)[], app: App, kit: K): App {
  for (const step of steps) step(app, kit);
  return app;
}

function optionsOf<M>(options: Options | undefined, kit: Kit<M>): KitOptions {
  return typeof options === 'function' ? options(kit) : (options ?? {});
}
