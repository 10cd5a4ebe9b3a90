import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { type Package, packages, SHARED_CODE } from './packages.ts';

/** An import of a module of this repository, also for types and by `import()`. */
export interface Import {
  /** The path of the importing module from the root of the repository. */
  readonly from: string;
  readonly to: string;
  /** The name that it is imported by; the path of the module for relative paths. */
  readonly name: string;
  /** Whether the statement imports only types, so that nothing is loaded. */
  readonly typesOnly: boolean;
}

export interface ImportGraph {
  readonly files: readonly string[];
  readonly imports: readonly Import[];
}

const STATEMENT =
  /(?:^(?<bare>import )|^(?<statement>(?:import|export)\b[^;']*?)from |\bimport\()'(?<specifier>[^']+)'/gm;

/** The source of all packages, and the imports of each module. */
export function importGraph(): ImportGraph {
  const all = [...packages(), SHARED_CODE];
  const entries = Object.assign({}, ...all.map((each) => each.entries)) as Record<string, string>;
  const files = all.map(filesOf);
  const imports = all.flatMap((owner, index) =>
    (files[index] ?? []).flatMap((from) => importsOf(from, owner, entries)),
  );
  return { files: files.flat(), imports };
}

function filesOf({ folder }: Package): string[] {
  return readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[jt]s$/.test(file))
    .map((file) => slashed(join(folder, 'src', file)));
}

function importsOf(from: string, owner: Package, entries: Readonly<Record<string, string>>): Import[] {
  return Array.from(readFileSync(from, 'utf8').matchAll(STATEMENT), ({ groups = {} }) => {
    const { statement = '', specifier = '' } = groups;
    const isRelative = specifier.startsWith('.');
    return modulesOf(from, specifier, owner, entries).map((module) => {
      const to = slashed(module);
      return { from, to, name: isRelative ? to : specifier, typesOnly: /^\w+ type\b/.test(statement) };
    });
  }).flat();
}

/** The modules that a specifier resolves to: several for a name such as `#server`, none outside this repository. */
function modulesOf(
  from: string,
  specifier: string,
  { ownNames }: Package,
  entries: Readonly<Record<string, string>>,
): readonly string[] {
  if (specifier.startsWith('.')) return [join(dirname(from), specifier)];
  if (!specifier.startsWith('#')) return entries[specifier] === undefined ? [] : [entries[specifier]];
  const [name = '', modules = []] =
    Object.entries(ownNames).find(([own]) => specifier.startsWith(own.replace('*', ''))) ?? [];
  const rest = specifier.slice(name.indexOf('*'));
  return modules.map((module) => module.replace('*', rest));
}

function slashed(path: string): string {
  return path.replaceAll(sep, '/');
}
