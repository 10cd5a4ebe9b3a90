import { addImport, type Import } from '../edit/imports.ts';
import { addToList } from '../edit/list-edit.ts';
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
  change.edit(
    PROVIDERS_FILE,
    EMPTY_PROVIDERS_FILE,
    (text) => {
      const listed = addToList(text, PROVIDERS_FILE, name);
      return listed === text ? text : addImport(listed, PROVIDERS_FILE, provider);
    },
    `import { ${name} } from '${from}';\n\n// In the list that it exports as default:\n${name},`,
  );
  if (!isNew) return;
  inlineMiddleware(change);
  change.edit(
    CONFIG_FILE,
    '',
    (text) => passProviders(text, CONFIG_FILE),
    `import providers from './providers.ts';\n\nexport default await loadConfig({ cwd: dirname(import.meta.dirname), providers });`,
  );
}

/** Projects may configure vitest to load only the runtime; middleware must be loaded the same way. */
function inlineMiddleware(change: Change): void {
  const text = change.read(TESTS_FILE);
  const earlier = "inline: ['fw-runtime']";
  if (text?.includes(earlier) !== true) return;
  const edit = (): string => text.replace(earlier, "inline: ['fw-runtime', 'fw-middleware']");
  change.edit(TESTS_FILE, '', edit, "inline: ['fw-runtime', 'fw-middleware']");
}
