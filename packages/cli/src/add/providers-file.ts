import type { Import } from '../edit/imports.ts';
import { addToDefaultList } from '../generate/kinds/command-program.ts';
import type { Change } from '../generate/engine/change.ts';
import { passProviders } from './pass-providers.ts';

const PROVIDERS_FILE = 'config/providers.ts';
const CONFIG_FILE = 'config/config.ts';
const TESTS_FILE = 'vitest.config.ts';

const EMPTY_PROVIDERS_FILE = `import type { ConfigProvider } from 'fw-runtime';

/** Configuration providers from packages, in order; \`fw add\` adds to it. The files of \`autoload/\` override them. */
const providers: readonly ConfigProvider[] = [];

export default providers;
`;

/** Adds a configuration provider to the project, and creates the providers file when it is missing. */
export function addProvider(change: Change, provider: Import): void {
  const isNew = change.read(PROVIDERS_FILE) === undefined;
  const { name, from } = provider;
  addToDefaultList(change, PROVIDERS_FILE, EMPTY_PROVIDERS_FILE, name, provider);
  inlinePackage(change, from.split('/')[0] ?? from);
  if (!isNew) return;
  change.edit(
    CONFIG_FILE,
    '',
    (text) => passProviders(text, CONFIG_FILE),
    `import providers from './providers.ts';\n\nexport default await loadConfig({ cwd: dirname(import.meta.dirname), providers });`,
  );
}

/** Projects configure vitest to transform the runtime, because it imports their configuration; its packages must be loaded the same way. */
function inlinePackage(change: Change, name: string): void {
  const text = change.read(TESTS_FILE);
  const list = "inline: ['fw-runtime'";
  if (text === undefined || !text.includes(list) || text.includes(`'${name}'`)) return;
  change.edit(TESTS_FILE, '', () => text.replace(list, `${list}, '${name}'`), `${list}, '${name}']`);
}
