/** The path of the list, relative to the project. */
export const AUTOLOAD_LIST = 'config/autoload.ts';

/** The folder of the listed files, relative to the project. */
export const AUTOLOAD_FOLDER = 'config/autoload';

const EXTENSIONS = new Set(['ts', 'js', 'mjs', 'json']);

/**
 * The module that imports and merges the configuration of a project that can't read files, as on Workers. It lists
 * the files for all machines in the order in which they are merged (rule C1), and never files for one machine or for
 * tests.
 *
 * @param names the files in the configuration folder
 * @param hasProviders whether the project has `config/providers.ts`
 */
export function autoloadListOf(names: readonly string[], hasProviders: boolean): string {
  const files = listed(names);
  const imported = importNames(files);
  const lines = files.map((file, index) => {
    const attribute = file.endsWith('.json') ? ` with { type: 'json' }` : '';
    return `import ${imported[index]} from './autoload/${file}'${attribute};\n`;
  });
  const entries = files.map((file, index) => `  '${AUTOLOAD_FOLDER}/${file}': ${imported[index]},\n`);
  return [
    `// Made by fw of ${AUTOLOAD_FOLDER}/, for Workers, which read no files: do not edit.\n`,
    `import { mergeConfigFiles } from 'fw-runtime';\n`,
    ...lines,
    ...(hasProviders ? [`import providers from './providers.ts';\n`] : []),
    `\nconst files = {\n`,
    ...entries,
    `};\n`,
    `\nexport default mergeConfigFiles(files${hasProviders ? ', { providers }' : ''});\n`,
  ].join('');
}

/** The files for all machines, in order. When a file was compiled beside its source, the source is listed. */
export function listed(names: readonly string[]): string[] {
  const files = names.filter(
    (name) =>
      /^(?:[^.].*\.)?global\.\w+$/.test(name) &&
      EXTENSIONS.has(name.slice(name.lastIndexOf('.') + 1)) &&
      !(name.endsWith('.js') && names.includes(name.replace(/\.js$/, '.ts'))),
  );
  return files.toSorted((one, other) =>
    isFirst(one) === isFirst(other) ? compare(one, other) : isFirst(one) ? -1 : 1,
  );
}

// Sorts like the runtime: by code unit, name by name, so that "a.global" comes before "a-b.global".
function compare(one: string, other: string): number {
  const [a, b] = [one.split('.'), other.split('.')];
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const [left = '', right = ''] = [a[index], b[index]];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

function isFirst(name: string): boolean {
  return name.startsWith('global.');
}

/** The import name of each file: its name in camel case, with a number when it is already taken. */
function importNames(files: readonly string[]): string[] {
  const taken = new Set<string>(['mergeConfigFiles', 'providers', 'files']);
  return files.map((file) => {
    const words = file.replace(/\.\w+$/, '').split(/[^\p{L}\p{N}]+/u);
    const camel = words.map((word, index) =>
      index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1),
    );
    // The last word, "Global", keeps the name from being reserved.
    const base = camel.join('').replace(/^(?=\p{N})/u, '_');
    let name = base;
    for (let count = 2; taken.has(name); count++) name = `${base}${count}`;
    taken.add(name);
    return name;
  });
}
