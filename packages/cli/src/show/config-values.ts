import type { ConfigNode, ConfigSetting } from 'fw-devtools/inspection';
import { unknown } from '#command-line/nearest';
import { CommandError } from '#command-line/errors';
import type { ConfigLines } from './registered-at.ts';
import { fwCommand } from '../project/typed-command.ts';

/** A setting with its line, if it is known. */
export interface PlacedSetting extends ConfigSetting {
  readonly line?: number;
}

/**
 * The value at a key of the configuration, written as `server.port`, `routes[0].path`, `routes.0.path` or
 * `dependencies.services["my.id"]`.
 *
 * @throws CommandError with the nearest key when the key doesn't exist
 */
export function partAt(root: ConfigNode, key: string): ConfigNode {
  const found = follow(root, key.startsWith('[') ? key : `.${key}`);
  if (found !== undefined) return found;
  const { message } = unknown(`key "${key}"`, key, pathsIn(root), `${fwCommand()} config shows what is set.`);
  throw new CommandError(message);
}

function follow(node: ConfigNode, rest: string): ConfigNode | undefined {
  if (rest === '') return node;
  for (const child of node.children ?? []) {
    const { key } = child;
    for (const step of [`.${key}`, `[${key}]`, `["${key}"]`, `['${key}']`]) {
      if (!rest.startsWith(step) || !/^$|^[.[]/.test(rest.slice(step.length))) continue;
      const found = follow(child, rest.slice(step.length));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function pathsIn({ path, children = [] }: ConfigNode): string[] {
  return [path, ...children.flatMap(pathsIn)];
}

/** Adds the lines of values to a configuration tree. */
export function placed(node: ConfigNode, lines: ConfigLines): ConfigNode {
  const { children } = node;
  return {
    ...node,
    settings: node.settings.map((setting) => withLine(setting, lines)),
    ...(children && { children: children.map((child) => placed(child, lines)) }),
  };
}

function withLine(setting: ConfigSetting, lines: ConfigLines): PlacedSetting {
  const { source, file, key } = setting;
  const line = source === 'file' && key !== undefined ? lines.lineOf(file, key) : undefined;
  return { ...setting, ...(line !== undefined && { line }) };
}
