import type { Flag } from '#command-line/flag';
import { withSwallowedFlags } from '#command-line/npm-flags';
import { unknown } from '#command-line/nearest';
import { outputOf } from '#command-line/output';
import { type Command, helpOf, helpOfAll, helpOfKind } from './command.ts';
import type { Inspect } from './project/inspection.ts';
import { launchOf, typedIn } from './project/typed-command.ts';

/** The commands that inspect a project; each is loaded when it runs, so that none waits for modules of another. */
const SITE_COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  dev: async () => (await import('./commands/dev.ts')).devCommand,
  generate: async () => (await import('./commands/generate.ts')).generateCommand,
  add: async () => (await import('./commands/add.ts')).addCommand,
  undo: async () => (await import('./commands/undo.ts')).undoCommand,
  history: async () => (await import('./commands/history.ts')).historyCommand,
  routes: async () => (await import('./commands/routes.ts')).routesCommand,
  explain: async () => (await import('./commands/explain.ts')).explainCommand,
  pipeline: async () => (await import('./commands/pipeline.ts')).pipelineCommand,
  request: async () => (await import('./commands/request.ts')).requestCommand,
  config: async () => (await import('./commands/config.ts')).configCommand,
  services: async () => (await import('./commands/services.ts')).servicesCommand,
  openapi: async () => (await import('./commands/openapi.ts')).openapiCommand,
  check: async () => (await import('./commands/check.ts')).checkCommand,
  client: async () => (await import('./commands/client.ts')).clientCommand,
  db: async () => (await import('./commands/db.ts')).dbCommand,
  run: async () => (await import('./commands/run.ts')).runCommand,
  jobs: async () => (await import('./commands/jobs.ts')).jobsCommand,
  types: async () => (await import('./commands/types.ts')).typesCommand,
  open: async () => (await import('./commands/open.ts')).openCommand,
  docs: async () => (await import('./commands/docs.ts')).docsCommand,
};
const COMMANDS: typeof SITE_COMMANDS = {
  ...SITE_COMMANDS,
  completion: async () =>
    (await import('./commands/completion.ts')).completionCommand(await loadAll(SITE_COMMANDS)),
};

/** All commands of `fw`. */
export function allCommands(): Promise<readonly Command[]> {
  return loadAll(COMMANDS);
}

function loadAll(sources: typeof SITE_COMMANDS): Promise<readonly Command[]> {
  return Promise.all(Object.values(sources).map((load) => load()));
}

/**
 * Runs one command.
 *
 * @param args the arguments after the program's name
 * @param host the streams, and the working directory
 * @param inspect inspects projects, instead of a process for each
 * @returns the exit code
 * @throws CommandError with a message for the user, and the exit code
 */
export function fw(
  args: readonly string[],
  signal: AbortSignal,
  host: NodeJS.Process = process,
  inspect?: Inspect,
): Promise<number> {
  return typedIn(host, () => run(args, signal, host, inspect));
}

async function run(
  args: readonly string[],
  signal: AbortSignal,
  host: NodeJS.Process,
  inspect: Inspect | undefined,
): Promise<number> {
  const [name, ...rest] = args;
  const output = outputOf(host);
  if (name === undefined || name === 'help' || isHelpFlag(name)) {
    output.print(await helpFor(rest, host.cwd()));
    return 0;
  }
  const command = await commandNamed(name, host.cwd(), rest);
  const isPassing = command.passesArguments === true;
  if ((isPassing ? rest.slice(0, 1) : rest).some(isHelpFlag)) {
    output.print(helpWith(command, wordsOf(rest)));
    return 0;
  }
  const { beginning, env } = launchOf(host.env);
  const typed = {
    beginning: beginning === 'npm run generate --' ? beginning : `${beginning} ${name}`,
    args: rest,
    flags: flagsOf(command, rest[0]),
    words: command.wordCount?.(rest) ?? 0,
  };
  return command.run({
    // The flags of an unknown kind are unknown: the command rejects the kind.
    args: isPassing || isUnknownKind(command, rest[0]) ? rest : withSwallowedFlags(typed, env),
    cwd: host.cwd(),
    process: host,
    output,
    signal,
    inspect,
  });
}

async function helpFor(args: readonly string[], cwd: string): Promise<string> {
  const [name, ...words] = wordsOf(args);
  if (name === undefined) return helpOfAll(await allCommands());
  return helpWith(await commandNamed(name, cwd, words), words);
}

function helpWith(command: Command, [name]: readonly string[]): string {
  const kind = command.kinds?.find((kind) => kind.name === name);
  return kind === undefined ? helpOf(command) : helpOfKind(command, kind);
}

function wordsOf(args: readonly string[]): string[] {
  return args.filter((argument) => !argument.startsWith('-'));
}

function isHelpFlag(argument: string): boolean {
  return argument === '--help' || argument === '-h';
}

function isUnknownKind({ kinds }: Command, name = '-'): boolean {
  return kinds !== undefined && !name.startsWith('-') && !kinds.some((kind) => kind.name === name);
}

/** The flags of one kind of a command, or of all kinds if it isn't known. */
function flagsOf({ flags, kinds = [] }: Command, name: string | undefined): Flag[] {
  const named = kinds.filter((kind) => kind.name === name);
  const all = [...(named.length > 0 ? named : kinds).flatMap((kind) => kind.flags), ...flags];
  return [...new Map(all.map((flag) => [flag.name, flag])).values()];
}

async function commandNamed(name: string, cwd: string, args: readonly string[]): Promise<Command> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load !== undefined) {
    const command = await load();
    return (await command.inProject?.(cwd, args)) ?? command;
  }
  const known = [...Object.keys(COMMANDS), 'help'];
  throw unknown(`command "${name}"`, name, known, `there are ${known.join(', ')}.`);
}
