import { addImport, type Import } from '../edit/imports.ts';
import { addToList } from '../edit/list-edit.ts';
import type { Change } from '../generate/change.ts';
import { passProviders } from './pass-providers.ts';

const providersFile = 'config/providers.ts';
const configFile = 'config/config.ts';

const blank = `import type { ConfigProvider } from 'fw-runtime';

/** What packages give this site, in order; \`fw add\` adds to it. The files of \`autoload/\` change what stands here. */
const providers: readonly ConfigProvider[] = [];

export default providers;
`;

/** Adds a configuration provider to the site; a site without a list of them gets one. */
export function addProvider(change: Change, provider: Import): void {
  const isNew = change.read(providersFile) === undefined;
  const { name, from } = provider;
  change.edit(
    providersFile,
    blank,
    (text) => {
      const listed = addToList(text, providersFile, name);
      return listed === text ? text : addImport(listed, providersFile, provider);
    },
    `import { ${name} } from '${from}';\n\n// In the list that it exports as default:\n${name},`,
  );
  if (!isNew) return;
  change.edit(
    configFile,
    '',
    (text) => passProviders(text, configFile),
    `import providers from './providers.ts';\n\nexport default await loadConfig({ cwd: dirname(import.meta.dirname), providers });`,
  );
}
