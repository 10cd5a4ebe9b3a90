import { addToConfig } from '../edit/config-edit.ts';
import type { Change } from '../generate/engine/change.ts';
import type { Site } from '../site/site.ts';

const WORKSPACE_FILE = 'pnpm-workspace.yaml';

/** Allows the install script of one package, which package managers block by default. */
export function allowInstallScript({ packageManager }: Site, change: Change, name: string): void {
  switch (packageManager) {
    case 'npm':
      return allowInManifest(change, ['allowScripts'], name, true, 'map');
    case 'yarn':
      return allowInManifest(change, ['dependenciesMeta'], name, { built: true }, 'map');
    case 'bun':
      return allowInManifest(change, ['trustedDependencies'], name, name, 'list');
    case 'pnpm':
      return change.edit(
        WORKSPACE_FILE,
        '',
        (text) => allowInWorkspace(text, name),
        `allowBuilds:\n  ${name}: true`,
      );
    default:
  }
}

function allowInManifest(
  change: Change,
  path: readonly string[],
  key: string,
  value: string | true | { readonly built: true },
  within: 'list' | 'map',
): void {
  const shown = within === 'list' ? `["${key}"]` : `{ "${key}": ${JSON.stringify(value)} }`;
  change.edit(
    'package.json',
    '{}\n',
    (text) => addToConfig(text, 'package.json', { path, key, value, within }),
    `"${path.join('.')}": ${shown}`,
  );
}

// Edits lines, because the setting is a single line, and the lines around it stay unchanged.
function allowInWorkspace(text: string, name: string): string {
  const line = `  ${name}: true`;
  if (text.split(/\r?\n/).includes(line)) return text;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const heading = /^allowBuilds:[ \t]*\r?\n/m;
  if (heading.test(text)) return text.replace(heading, (found) => `${found}${line}${eol}`);
  const before = text === '' || text.endsWith('\n') ? text : text + eol;
  return `${before}allowBuilds:${eol}${line}${eol}`;
}
