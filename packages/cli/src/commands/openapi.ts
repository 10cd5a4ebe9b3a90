import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { readArguments } from '#command-line/arguments';
import { type Flag, helpFlag, jsonFlag } from '#command-line/flag';
import type { Output } from '#command-line/output';
import type { Command, Run } from '../command.ts';
import { paintDiff, unifiedDiff } from '../show/diff.ts';
import { CommandError, messageOf } from '#command-line/errors';
import { readNamed } from '../project/files.ts';
import { findProject } from '../project/project.ts';
import { documentOf, inspectProject } from '../project/load-project.ts';
import { fwCommand } from '../project/typed-command.ts';

const DEFAULT_FILE = 'openapi.json';
const outputFlag: Flag = {
  name: 'output',
  placeholder: '<file>',
  help: `the file to write or to compare with; ${DEFAULT_FILE} in the project by default`,
};
const checkFlag: Flag = {
  name: 'check',
  help: 'write nothing; show the difference and exit with code 1 if the file is out of date',
};

export const openapiCommand: Command = {
  name: 'openapi',
  usage: '',
  summary: 'Generate the OpenAPI document from the contracts of the routes',
  flags: [outputFlag, checkFlag, jsonFlag, helpFlag],
  examples: [
    'fw openapi',
    'fw openapi --check',
    'fw openapi --output public/openapi.json',
    'fw openapi --json',
  ],
  run: openapi,
};

async function openapi({ args, cwd, output, signal, inspect }: Run): Promise<number> {
  const { switches, values } = readArguments(args, openapiCommand.flags, 0);
  const project = findProject(cwd);
  const given = values['output']?.at(-1);
  const path = given === undefined ? join(project.root, DEFAULT_FILE) : resolve(cwd, given);
  const document = documentOf(await inspectProject(project, { signal, inspect }, { openapi: true }));
  if (switches.has('check')) return check(path, relative(cwd, path), document, switches.has('json'), output);
  if (switches.has('json')) output.json(document);
  else write(path, relative(cwd, path), document, output);
  return 0;
}

function write(path: string, shown: string, document: object, { print, paint }: Output): void {
  const before = readNamed(path);
  if (before !== undefined && isSame(before, document)) {
    print(`Nothing to do: ${shown} is up to date.`);
    return;
  }
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, textOf(document));
  } catch (error) {
    throw new CommandError(`${shown} cannot be written: ${messageOf(error)}`);
  }
  print(`${paint('green', before === undefined ? 'made  ' : 'edited')}  ${shown}`);
}

async function check(
  path: string,
  shown: string,
  document: object,
  asJson: boolean,
  { json, paint, print }: Output,
): Promise<number> {
  const before = readNamed(path);
  const ok = before !== undefined && isSame(before, document);
  const change = { path: shown, before: before && reprinted(before), after: textOf(document) };
  const difference = ok || before === undefined ? '' : await unifiedDiff([change]);
  if (asJson) json({ ok, file: shown, difference });
  else if (ok) print(paint('green', `${shown} is up to date.`));
  else {
    if (before !== undefined) print(paintDiff(difference, paint).trimEnd());
    const error = before === undefined ? `There is no ${shown}` : `${shown} is out of date`;
    print(paint('red', `${error}: run ${fwCommand()} openapi to update it.`));
  }
  return ok ? 0 : 1;
}

function textOf(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Formatters change JSON without changing its meaning. */
function isSame(text: string, document: object): boolean {
  return reprinted(text) === textOf(document);
}

function reprinted(text: string): string {
  try {
    return textOf(JSON.parse(text));
  } catch {
    return text;
  }
}
