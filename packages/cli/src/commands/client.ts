import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { readArguments } from '#command-line/arguments';
import { type Flag, helpFlag, jsonFlag } from '#command-line/flag';
import { CommandError, messageOf, UsageError } from '#command-line/errors';
import { addingOf, detectPackageManager } from '#command-line/package-manager';
import { startProgress } from '#command-line/progress';
import type { Command, Run } from '../command.ts';
import { replaceFile } from '../project/files.ts';
import { resolverOf } from '../project/node-flags.ts';
import { findProject } from '../project/project.ts';
import { clientFile, isClientFile, isCurrent } from '../client/client-file.ts';
import { type ClientProject, projectOf } from '../client/client-project.ts';
import { documentOfProject, readDocument } from '../client/document.ts';
import { findTypesProgram, makeTypes } from '../client/openapi-typescript.ts';
import { fwCommand } from '../project/typed-command.ts';

const DEFAULT_OUTPUT = 'src/client.ts';
const LIBRARY = 'openapi-fetch';

const FLAGS: readonly Flag[] = [
  {
    name: 'output',
    placeholder: '<file>',
    help: `the file to write, as in ../web/src/api.ts; ${DEFAULT_OUTPUT} of the project by default`,
  },
  {
    name: 'input',
    placeholder: '<file|url>',
    help: 'generate the client from this openapi.json instead of the app; needs no project',
  },
  {
    name: 'check',
    help: 'write nothing; exit with code 1 if the client is out of date',
  },
  jsonFlag,
  helpFlag,
];

export const clientCommand: Command = {
  name: 'client',
  usage: '',
  summary: 'Generate a typed client for routes with contracts, or for another OpenAPI document',
  flags: FLAGS,
  examples: ['fw client', 'fw client --output ../web/src/api.ts', 'fw client --check'],
  run: client,
};

/** The file that a client is written to. */
interface Target {
  /** The absolute path. */
  readonly file: string;
  /** The path as it is printed. */
  readonly name: string;
  /** The current content. */
  readonly before: string | undefined;
}

async function client({ args, cwd, process: host, output, signal, inspect }: Run): Promise<number> {
  const { values, switches } = readArguments(args, FLAGS, 0);
  const [input] = values['input'] ?? [];
  const project = input === undefined ? findProject(cwd) : undefined;
  const target = targetOf(values['output']?.[0], cwd, project?.root);
  const document =
    project === undefined
      ? await readDocument(input ?? '', cwd, signal)
      : await documentOfProject(project, { signal, inspect });
  const clientProject = projectOf(target.file, project?.packageManager ?? detectPackageManager(host.env));
  const isChanged = target.before === undefined || !isCurrent(target.before, document);
  const install = missing(target, clientProject, cwd);
  const isJson = switches.has('json');
  if (switches.has('check')) {
    if (isJson) output.json({ ok: !isChanged, file: target.name, install: install ?? null });
    else output.print(output.paint(isChanged ? 'red' : 'green', checked(target, isChanged)));
    return isChanged ? 1 : 0;
  }
  if (isChanged) {
    const folders = [dirname(target.file), project?.root ?? cwd, import.meta.dirname];
    const program = findTypesProgram(folders, clientProject?.packageManager ?? 'npm');
    const { fetchedBy } = program;
    const showsProgress = fetchedBy !== undefined && !isJson;
    const progress = startProgress(
      `Running openapi-typescript with ${fetchedBy}`,
      showsProgress ? host.stderr : undefined,
    );
    const where = { cwd: clientProject?.root ?? cwd, flags: FLAGS, signal };
    const types = await makeTypes(document, program, where).finally(() => progress.stop());
    write(target, clientFile(document, types));
  }
  if (isJson) {
    output.json({ file: target.name, changed: isChanged, install: install ?? null });
    return 0;
  }
  const { print, paint } = output;
  if (isChanged)
    print(`${paint('green', target.before === undefined ? 'made  ' : 'edited')}  ${target.name}`);
  else print(`Nothing to do: ${target.name} is up to date.`);
  if (install !== undefined)
    print(`It needs ${LIBRARY}, which is not installed there: ${paint('cyan', install)}`);
  return 0;
}

/** @throws UsageError when the file must not be written */
function targetOf(given: string | undefined, cwd: string, root: string | undefined): Target {
  if (given === undefined && root === undefined) {
    throw new UsageError('--input requires --output: pass the file to write, as in --output src/api.ts.');
  }
  const file = given === undefined ? join(root ?? cwd, DEFAULT_OUTPUT) : resolve(cwd, given);
  const name = given ?? relative(cwd, file);
  if (!/(?<!\.d)\.m?ts$/.test(file)) {
    throw new UsageError(
      `--output ${name} is not a TypeScript file: pass one, as in ${join(name, 'client.ts')}.`,
    );
  }
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  if (before !== undefined && !isClientFile(before)) {
    throw new UsageError(
      `${name} was not written by fw client, so it was not overwritten: remove it, or pass another --output.`,
    );
  }
  return { file, name, before };
}

function checked({ name, before }: Target, isChanged: boolean): string {
  if (!isChanged) return `${name} is up to date.`;
  const what = before === undefined ? 'is not there' : 'is out of date';
  return `${name} ${what}: run ${fwCommand()} client without --check.`;
}

/** The install command when the client's library is missing. */
function missing(
  { file }: Target,
  clientProject: ClientProject | undefined,
  cwd: string,
): string | undefined {
  if (clientProject === undefined || resolverOf(dirname(file))(LIBRARY) !== undefined) return undefined;
  const { root, packageManager } = clientProject;
  const name = packageManager === 'deno' ? `npm:${LIBRARY}` : LIBRARY;
  const isElsewhere = relative(root, cwd).startsWith('..');
  return `${isElsewhere ? `cd ${relative(cwd, root)} && ` : ''}${addingOf(packageManager)} ${name}`;
}

function write({ file, name }: Target, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    replaceFile(file, text);
  } catch (error) {
    throw new CommandError(`${name} cannot be written: ${messageOf(error)}`);
  }
}
