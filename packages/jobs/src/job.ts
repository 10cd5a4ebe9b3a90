import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type ContainerInterface, InvalidArgumentError, type ServiceId, type ServicesOf } from 'fw-runtime';
import { nextTime, type Schedule } from './cron.ts';
import { jsonOf } from './json.ts';

/** The time between attempts, which doubles each time. */
export interface Backoff {
  /** In milliseconds, after the first attempt; 1000 when absent. */
  readonly delay?: number;
  /** In milliseconds, the longest time; 3,600,000 (an hour) when absent. */
  readonly max?: number;
}

/** The name, the payload and the rules of a job. Each option has the same meaning in every store. */
export interface JobDefinition<Payload extends StandardSchemaV1 | undefined = StandardSchemaV1 | undefined> {
  /** Lower-case words with `-` between them, such as `send-welcome`. Jobs in the store keep the name, so don't change it. */
  readonly name: string;
  /** The schema of the payload, whose input must be JSON. An empty object when absent. */
  readonly payload?: Payload;
  /** How often a job is tried before it is a dead letter; 5 when absent. A crash of the process is no attempt. */
  readonly attempts?: number;
  /** The time between attempts. */
  readonly backoff?: Backoff;
  /** How many of these jobs a process runs at the same time; 5 when absent. */
  readonly concurrency?: number;
  /** Enqueues the job at certain times. */
  readonly schedule?: Schedule;
}

/** The argument of a job's handler. */
export interface JobInput<Payload> {
  /** The validated payload. */
  readonly payload: Payload;
  /** The id of the job, the same in each attempt. */
  readonly id: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Aborted when the process shuts down and the job has taken too long. The job then runs again elsewhere. */
  readonly signal: AbortSignal;
  /**
   * Runs database work that happens exactly once for this job, even if the job runs twice: the transaction also stores the id of the
   * job. So a handler can call it once only. Stores: `postgres` and `sqlite`, in the database of the app.
   *
   * @param work gets the transaction of Kysely
   * @returns the result of `work`; undefined when an earlier run of the job has committed it
   * @throws {@link JobStoreError} when the store has no transactions
   */
  once<Transaction, T>(work: (transaction: Transaction) => Promise<T>): Promise<T | undefined>;
}

type InputOf<Payload> = Payload extends StandardSchemaV1
  ? StandardSchemaV1.InferInput<Payload>
  : Record<string, never>;
type OutputOf<Payload> = Payload extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<Payload>
  : Record<string, never>;

/** A kind of job: its definition and its handler. `jobs.enqueue(SendWelcome, payload)` enqueues one. */
export interface Job<Input = never> {
  /** The name, the schema and the rules. */
  readonly definition: JobDefinition;
  /** @internal */
  readonly services: readonly ServiceId[];
  /** For the compiler only; never set. */
  readonly '~input'?: (input: Input) => void;
  /**
   * Runs the handler with the services of a container. Tests of one handler may call it.
   *
   * @param container the container of the app
   * @param input the argument of the handler
   */
  run(container: ContainerInterface, input: JobInput<unknown>): Promise<void>;
}

const NAME = /^[a-z][a-z\d]*(?:-[a-z\d]+)*$/;
// In characters: the name is a part of keys and of an index.
const MAX_NAME = 100;
// An integer column of PostgreSQL.
const MAX_COUNT = 2 ** 31 - 1;
/** In milliseconds, ten years: Redis orders delayed jobs by a number that is exact until 2039. */
const MAX_DELAY = 3650 * 24 * 3_600_000;

/**
 * Defines a job. Add it to the list in `config/jobs.ts`.
 *
 * @param definition the name, the schema of the payload, and the rules
 * @returns an object with `handle()`, which takes the services and the handler
 * @throws {@link InvalidArgumentError} when an option is invalid
 * @example
 * export const SendWelcome = job({
 *   name: 'send-welcome',
 *   payload: z.object({ userId: z.string() }),
 * }).handle([Mailer], async ({ payload }, mailer) => mailer.welcome(payload.userId));
 */
export function job<Payload extends StandardSchemaV1 | undefined = undefined>(
  definition: JobDefinition<Payload>,
): JobBuilder<InputOf<Payload>, OutputOf<Payload>> {
  const { name, attempts = 1, concurrency = 1, backoff = {}, schedule } = definition;
  const words = `lower-case words with "-" between, at most ${MAX_NAME} characters`;
  must(typeof name === 'string' && name.length <= MAX_NAME && NAME.test(name), 'name', words, name);
  const count = `an integer of at least 1 and at most ${MAX_COUNT}`;
  must(isCount(attempts), 'attempts', count, attempts);
  must(isCount(concurrency), 'concurrency', count, concurrency);
  for (const key of ['delay', 'max'] as const) {
    const value = backoff[key] ?? 1;
    must(isDelay(value), `backoff.${key}`, DELAY, value);
  }
  if (schedule !== undefined) {
    const { cron, timeZone = 'UTC', payload = {} } = schedule;
    must(typeof cron === 'string', 'schedule.cron', 'five fields such as "0 3 * * *"', cron);
    must(isTimeZone(timeZone), 'schedule.timeZone', 'a time zone such as "Europe/Berlin"', timeZone);
    nextTime(schedule, Date.now());
    jsonOf(name, payload);
  }
  return new JobBuilder(definition);
}

/** Creates a job from its definition and its handler. */
export class JobBuilder<Input, Output> {
  readonly #definition: JobDefinition;

  /** @internal */
  constructor(definition: JobDefinition) {
    this.#definition = definition;
  }

  /**
   * Creates a job whose handler needs no services. See the other overload.
   *
   * @example job({ name: 'tick' }).handle(() => console.log('tick'));
   */
  handle(handler: (input: JobInput<Output>) => unknown): Job<Input>;
  /**
   * Creates the job.
   *
   * @param services the ids of the services that the handler gets after its input
   * @param handler does the work. It may run twice, after a crash. An error that it throws is logged, and the job is tried again.
   */
  handle<const Ids extends readonly ServiceId[]>(
    services: Ids,
    handler: (input: JobInput<Output>, ...services: ServicesOf<Ids>) => unknown,
  ): Job<Input>;
  handle(...given: readonly unknown[]): Job<Input> {
    const [services, handler] = (given.length === 1 ? [[], given[0]] : given) as [
      readonly ServiceId[],
      (input: JobInput<unknown>, ...services: readonly unknown[]) => unknown,
    ];
    must(typeof handler === 'function', 'handler', 'a function', handler);
    return new DefinedJob(this.#definition, services, handler);
  }
}

/** An instance of a class, because a merged configuration copies other objects. */
class DefinedJob implements Job<never> {
  readonly definition: JobDefinition;
  readonly services: readonly ServiceId[];
  readonly #handler: (input: JobInput<unknown>, ...services: readonly unknown[]) => unknown;

  constructor(
    definition: JobDefinition,
    services: readonly ServiceId[],
    handler: (input: JobInput<unknown>, ...services: readonly unknown[]) => unknown,
  ) {
    this.definition = definition;
    this.services = services;
    this.#handler = handler;
  }

  async run(container: ContainerInterface, input: JobInput<unknown>): Promise<void> {
    const dependencies = await Promise.all(this.services.map((id) => container.get<unknown>(id as never)));
    await this.#handler(input, ...dependencies);
  }
}

/** In milliseconds: the time to wait after a failed attempt. */
export function delayAfter({ definition: { backoff = {} } }: Job, attempt: number): number {
  const { delay = 1000, max = 3_600_000 } = backoff;
  // More doublings would give no number.
  return Math.min(delay * 2 ** Math.min(attempt - 1, 50), max);
}

/** The number of attempts of a job. */
export function attemptsOf({ definition: { attempts = 5 } }: Job): number {
  return attempts;
}

/** The number of jobs of this kind that a process runs at the same time. */
export function concurrencyOf({ definition: { concurrency = 5 } }: Job): number {
  return concurrency;
}

function must(isRight: boolean, option: string, expected: string, given: unknown): void {
  if (!isRight) throw new InvalidArgumentError(`${option} of job()`, expected, given);
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MAX_COUNT;
}

/** The expected value, in words, when {@link isDelay} is false. */
export const DELAY: string = `milliseconds: an integer from 0 to ${MAX_DELAY}, which is ten years`;

export function isDelay(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= MAX_DELAY;
}

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone }).format();
    return true;
  } catch {
    return false;
  }
}
