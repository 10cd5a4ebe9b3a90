import { addImport, type Import } from '../edit/imports.ts';
import { addToList } from '../edit/list-edit.ts';
import type { Change } from '../generate/engine/change.ts';
import { passProviders } from './pass-providers.ts';

const providersFile = 'config/providers.ts';
const configFile = 'config/config.ts';
const testsFile = 'vitest.config.ts';

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
  inlineMiddleware(change);
  change.edit(
    configFile,
    '',
    (text) => passProviders(text, configFile),
    `import providers from './providers.ts';\n\nexport default await loadConfig({ cwd: dirname(import.meta.dirname), providers });`,
  );
}

/** A site without a list of providers was laid down when vitest had to load the runtime alone; what stands on it must be beside it. */
function inlineMiddleware(change: Change): void {
  const text = change.read(testsFile);
  const earlier = "inline: ['fw-runtime']";
  if (text?.includes(earlier) !== true) return;
  const edit = (): string => text.replace(earlier, "inline: ['fw-runtime', 'fw-middleware']");
  change.edit(testsFile, '', edit, "inline: ['fw-runtime', 'fw-middleware']");
}
