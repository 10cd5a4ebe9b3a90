import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package of this repository. */
export interface Package {
  readonly name: string;
  /** Such as `packages/runtime`. */
  readonly folder: string;
  /** The source files of its entry points, by the names that they are imported as. */
  readonly entries: Readonly<Record<string, string>>;
  /** The names of its commands. */
  readonly commands: readonly string[];
}

/** All packages of this repository. */
export function packages(): readonly Package[] {
  return readdirSync('packages').map((directory) => {
    const folder = join('packages', directory);
    const {
      name,
      exports = {},
      bin = {},
    } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly name: string;
      readonly exports?: Readonly<Record<string, string>>;
      readonly bin?: Readonly<Record<string, string>>;
    };
    const entries = Object.entries(exports)
      .filter(([, built]) => built.endsWith('.js'))
      .map(([path, built]) => [name + path.slice(1), join(folder, sourceOf(built))]);
    return {
      name,
      folder,
      entries: Object.fromEntries(entries) as Readonly<Record<string, string>>,
      commands: Object.keys(bin),
    };
  });
}

/** The source file of a built module, such as `src/index.ts` of `./dist/index.js`. */
export function sourceOf(built: string): string {
  return built.replace('./dist/', 'src/').replace(/\.js$/, '.ts');
}
