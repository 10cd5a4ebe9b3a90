import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The environment variable in which npm hands on a setting, or a flag that it took for one. */
export function variableOf(name: string): string {
  return `npm_config_${name.replaceAll('-', '_')}`;
}

/** Whether npm hands on a value of this name, and has it from no `.npmrc`: then it was a flag. */
export function isSetByFlag(name: string, env: NodeJS.ProcessEnv): boolean {
  if (env[variableOf(name)] === undefined) return false;
  const { npm_config_userconfig: user, npm_config_globalconfig: global, npm_config_local_prefix: root } = env;
  const files = [user, global, root === undefined ? undefined : join(root, '.npmrc')];
  const line = new RegExp(`^\\s*${name}\\s*(=|$)`, 'm');
  return !files.some((file) => file !== undefined && line.test(textOf(file)));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
