import type { ConfigNode, ConfigSetting } from 'fw-devtools/inspection';
import { readArguments } from '#command-line/arguments';
import { helpFlag, jsonFlag } from '#command-line/flag';
import { type Branch, type Output, table, tree } from '#command-line/output';
import { CommandError, UsageError } from '#command-line/errors';
import type { Command, Run } from '../command.ts';
import { findProject } from '../project/project.ts';
import { partAt, placed, type PlacedSetting } from '../show/config-values.ts';
import { applicationOf, inspectProject } from '../project/load-project.ts';
import { ConfigLines } from '../show/registered-at.ts';
import { fwCommand } from '../project/typed-command.ts';

const MAX_STRING_LENGTH = 100;
const MAX_LIST_LENGTH = 60;

export const configCommand: Command = {
  name: 'config',
  usage: '[key | explain <key>]',
  summary: 'Show the merged configuration, or where a value was set and what it replaced',
  flags: [jsonFlag, helpFlag],
  words: ['explain'],
  examples: ['fw config', 'fw config server', 'fw config explain server.port', 'fw config --json'],
  wordCount: (args) => (isExplain(args) ? 2 : 1),
  run: config,
};

function isExplain(args: readonly string[]): boolean {
  return args.find((argument) => !argument.startsWith('-')) === 'explain';
}

async function config({ args, cwd, output, signal, inspect }: Run): Promise<number> {
  const explains = isExplain(args);
  const { positionals, switches } = readArguments(args, configCommand.flags, explains ? 2 : 1);
  const key = positionals[explains ? 1 : 0];
  if (explains && key === undefined) {
    throw new UsageError(`fw config explain needs a key, as in: ${fwCommand()} config explain server.port`);
  }
  const project = findProject(cwd);
  const report = await inspectProject(project, { signal, inspect }, { config: true });
  applicationOf(report);
  if (report.config === undefined) {
    throw new CommandError('The container of this app has no service "config", so there is nothing to show.');
  }
  const part = key === undefined ? report.config : partAt(report.config, key);
  const lines = new ConfigLines(project.root);
  if (switches.has('json')) output.json({ ...placed(part, lines), ...(explains && { children: undefined }) });
  else if (explains) explain(placed(part, lines), output);
  else show(part, output);
  return 0;
}

function show(part: ConfigNode, { print, paint }: Output): void {
  const [first = ''] = labels(part, '', paint);
  print(part.path === '' ? paint('bold', 'config') : first.replace(String(part.key), part.path));
  for (const line of tree(branchesOf(part, oneFileOf(part) ?? '', paint))) print(line);
}

function branchesOf(node: ConfigNode, around: string, paint: Output['paint']): Branch[] {
  if (onOneLine(node) !== undefined) return [];
  return (node.children ?? [])
    .filter(({ kind }) => kind !== 'removed')
    .map((child) => {
      const [label = '', file = around] = labels(child, around, paint);
      return { label, children: branchesOf(child, file, paint) };
    });
}

/** A list of a few short values, all of one file. */
function onOneLine(node: ConfigNode): string | undefined {
  const { kind, children = [] } = node;
  if (kind !== 'list' || children.length === 0 || oneFileOf(node) === undefined) return undefined;
  if (children.some(({ children: inside }) => inside !== undefined)) return undefined;
  const text = `[${children.map(textOf).join(', ')}]`;
  return text.length > MAX_LIST_LENGTH ? undefined : text;
}

/** @param around the file that is already printed for all values, or "" */
function labels(node: ConfigNode, around: string, paint: Output['paint']): [label: string, file?: string] {
  const { key, children = [] } = node;
  const title = paint('cyan', String(key));
  const text = children.length === 0 ? textOf(node) : onOneLine(node);
  const value = text === undefined ? '' : `  ${text}`;
  const file = oneFileOf(node);
  if (file === undefined || file === around) return [title + value];
  return [`${title}${value}  (${file})`, file];
}

/** The file that set all effective parts of a value; undefined for several files, or if it is unknown. */
function oneFileOf({ settings, children }: ConfigNode): string | undefined {
  const shown = children?.filter(({ kind }) => kind !== 'removed') ?? [];
  if (shown.length === 0) return settings.at(-1)?.file;
  const files = new Set(shown.map(oneFileOf));
  return files.size === 1 ? [...files][0] : undefined;
}

function explain(part: ConfigNode, { print, paint, columns }: Output): void {
  const { path, kind, settings } = part;
  print(`${paint('bold', path)} ${kind === 'removed' ? 'was removed' : `is ${textOf(part)}`}\n`);
  if (settings.length === 0) {
    print("Its origin is unknown: the container's configuration differs from the merged files.");
    return;
  }
  const rows = table(
    settings.map((setting) => [placeOf(setting), stepText(setting)]),
    columns,
  );
  for (const [index, row] of rows.entries()) print(index === rows.length - 1 ? paint('green', row) : row);
}

function placeOf({ file, key, line }: PlacedSetting): string {
  if (line !== undefined) return `${file}:${line}`;
  return key === undefined || key === '' ? file : `${file} ${key}`;
}

function stepText({ how, kind, value }: ConfigSetting): string {
  const text = value === undefined ? '' : ` ${kind === 'value' ? shortText(value) : value}`;
  switch (how) {
    case 'set':
      return `sets${text === '' ? ' it' : text}`;
    case 'merge':
      return 'adds to it';
    case 'append':
      return 'appends to it';
    case 'mergeRemove':
      return 'removes it';
    case 'mergeReplace':
      return text === '' ? 'replaces all of it' : `replaces it with${text}`;
    case 'replace':
      return text === '' ? 'replaces it' : `replaces it with${text}`;
  }
}

function textOf({ kind, value, children = [] }: ConfigNode): string {
  const { length } = children;
  if (kind === 'map') return length === 0 ? 'an empty object' : `an object with ${length}`;
  if (kind === 'list') return length === 0 ? 'an empty array' : `an array of ${length}`;
  return kind === 'value' ? shortText(value ?? null) : String(value);
}

function shortText(value: string | number | boolean | null): string {
  const text = JSON.stringify(value);
  return text.length > MAX_STRING_LENGTH ? `${text.slice(0, MAX_STRING_LENGTH)}…` : text;
}
