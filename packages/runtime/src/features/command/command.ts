import type { StandardSchemaV1 } from '@standard-schema/spec';
import type {
  ContainerInterface,
  KnownServiceId,
  ServiceId,
  ServicesOf,
} from '../../kernel/container/container-interface.ts';
import type { Schema } from '../contract/definition.ts';
import { InvalidArgumentError } from '../../kernel/errors/coded-errors.ts';
import type { FlagSchema } from './flags.ts';

/** The name and the flags of a command. */
export interface CommandDefinition<Flags extends FlagSchema | undefined = FlagSchema | undefined> {
  /** Lower-case words with `-` or `:` between them, such as `send-report` or `posts:import`. */
  readonly name: string;
  /** One sentence for the list of commands; "" when absent. */
  readonly summary?: string;
  /**
   * The schema of the flags by their names in camelCase, such as `z.object({ dryRun: z.boolean() })` for `--dry-run`. A required boolean
   * is false when its flag is absent. The schema must give JSON Schema, as zod and arktype do. No flags when absent.
   */
  readonly flags?: Flags;
}

/** The argument of a command's function. */
export interface CommandInput<Flags> {
  /** The validated flags. */
  readonly flags: Flags;
  /** Aborted when the process gets SIGTERM or SIGINT. */
  readonly signal: AbortSignal;
}

type FlagsOf<Flags> = Flags extends Schema ? StandardSchemaV1.InferOutput<Flags> : Record<never, never>;

/** A command of an app, which `fw run` and `bin/command.ts` run. */
export interface Command<Flags = unknown> {
  /** The name, the summary and the schema of the flags. */
  readonly definition: CommandDefinition;
  /**
   * Runs the command with the services of a container, for tests. The flags are not validated.
   *
   * @param container the container of the app
   * @param flags the flags after validation
   * @param signal stops the command; never aborted when absent
   * @returns what the function of the command returns
   */
  run(container: ContainerInterface, flags: Flags, signal?: AbortSignal): Promise<unknown>;
}

const NAME = /^[a-z][a-z\d]*(?:[-:][a-z\d]+)*$/;

/**
 * Defines a command of the app. Add it to the list in `config/commands.ts`; then `fw run <name>` runs it.
 *
 * @param definition the name, a summary, and the schema of the flags
 * @returns an object with `handle()`, which takes the services and the function
 * @throws {@link InvalidArgumentError} when the name is invalid
 * @example
 * export const importPosts = command({
 *   name: 'import-posts',
 *   summary: 'Imports posts from a file',
 *   flags: z.object({ file: z.string() }),
 * }).handle([Posts], async ({ flags }, posts) => {
 *   return `Imported ${await posts.import(flags.file)} posts.`;
 * });
 */
export function command<Flags extends FlagSchema | undefined = undefined>(
  definition: CommandDefinition<Flags>,
): CommandBuilder<FlagsOf<Flags>> {
  const { name } = definition;
  const expected = 'lower-case words with "-" or ":" between';
  if (!NAME.test(name)) throw new InvalidArgumentError('name of command()', expected, name);
  return {
    handle(...given: readonly unknown[]): Command<never> {
      const [ids, run] = (given.length === 1 ? [[], given[0]] : given) as [
        readonly ServiceId[],
        (input: CommandInput<never>, ...services: readonly unknown[]) => unknown,
      ];
      if (typeof run !== 'function') throw new InvalidArgumentError('run of handle()', 'a function', run);
      return {
        definition,
        async run(container, flags, signal = new AbortController().signal) {
          const services = await Promise.all(ids.map((id) => container.get<unknown>(id as never)));
          return run({ flags: flags as never, signal }, ...services);
        },
      };
    },
  };
}

/** Creates a command from its definition and its function. */
export interface CommandBuilder<Flags> {
  /**
   * Creates a command without services. See the other overload.
   *
   * @example command({ name: 'version' }).handle(() => '1.0.0');
   */
  handle(run: (input: CommandInput<Flags>) => unknown): Command<Flags>;
  /**
   * Creates the command.
   *
   * @param services the ids of the services that the function gets after its input
   * @param run a function that gets the flags, a signal, and then the services. Its result is printed: a string as it is, other values
   *   for people, and as JSON with `--json`; nothing for `undefined`. An error that it throws is printed, and the exit code is 1.
   * @returns the command, for the list in `config/commands.ts`
   */
  handle<const Ids extends readonly KnownServiceId[]>(
    services: Ids,
    run: (input: CommandInput<Flags>, ...services: ServicesOf<Ids>) => unknown,
  ): Command<Flags>;
}
