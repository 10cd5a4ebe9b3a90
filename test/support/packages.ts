import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';

/** A package of this repository. */
export interface Package {
  readonly name: string;
  /** Such as `packages/runtime`. */
  readonly folder: string;
  /** The source files of its entry points, by the names that they are imported as. */
  readonly entries: Readonly<Record<string, string>>;
  /** The source files of its own names, such as `#server`: one for each condition. */
  readonly ownNames: Readonly<Record<string, readonly string[]>>;
  /** The names of its commands. */
  readonly commands: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string>>;
  readonly imports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin?: Readonly<Record<string, string>>;
}

/** The code that fw-cli and create-fw-app share: it is compiled into both, and in no package of its own. */
export const SHARED_CODE: Package = {
  name: 'command-line',
  folder: 'packages/command-line',
  entries: {},
  ownNames: {},
  commands: [],
};

/** All packages of this repository. */
export function packages(): readonly Package[] {
  const folders = readdirSync('packages').map((directory) => join('packages', directory));
  return folders
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => {
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
      const { name, exports = {}, imports = {}, bin = {} } = manifest;
      const sourceOf = (built: string): string =>
        join(
          folder,
          built
            .replace('./dist/command-line/', '../command-line/')
            .replace(/^\.\/dist\/(?:cli\/src\/)?/, 'src/')
            .replace(/\.js$/, '.ts'),
        );
      const modules = Object.entries(exports).filter(([, built]) => built.endsWith('.js'));
      return {
        name,
        folder,
        entries: Object.fromEntries(modules.map(([path, built]) => [name + path.slice(1), sourceOf(built)])),
        ownNames: Object.fromEntries(
          Object.entries(imports).map(([own, targets]) => [
            own,
            [...new Set((typeof targets === 'string' ? [targets] : Object.values(targets)).map(sourceOf))],
          ]),
        ),
        commands: Object.keys(bin),
      };
    });
}
