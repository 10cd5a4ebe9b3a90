import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import type { Form, Router, Variant } from './choices.ts';
import type { PackageManager } from './package-manager.ts';

/** What a template can name, as in `{{name}}`; a name that is not here is an error. */
export interface TemplateValues {
  /** The npm package name of the site. */
  readonly name: string;
  /** The base name of the site's folder. */
  readonly title: string;
  readonly variant: Variant;
  readonly variantUpper: 'A' | 'B';
  readonly form: Form;
  /** What the site imports its own `src/` as, as in `#app`. */
  readonly alias: '#application' | '#app';
  /** Routes and pipeline are made by calls. */
  readonly programmatic: boolean;
  readonly router: Router;
  readonly findMyWay: boolean;
  readonly rou3: boolean;
  /** What the site's package.json asks for as `fw-runtime`. */
  readonly runtimeVersion: string;
  /** What it asks for as `create-fw-app`, which has the `fw` command. */
  readonly createVersion: string;
  readonly generatorVersion: string;
  /** The oldest Node that a site runs on, as in `20.19`. */
  readonly node: string;
  readonly packageManager: PackageManager;
  /** What runs a script of package.json, as in `npm run`. */
  readonly run: string;
}

const rendered = '.hbs';

/**
 * Lays templates down in a folder, in the order of `layers`: a file of a later layer takes the place of the same file
 * of an earlier one.
 *
 * A leading `_` of a file's or folder's name becomes `.`, since npm packs no `.gitignore`, and `__` becomes `_`. A file
 * ending in `.hbs` is rendered with handlebars and loses that ending; any other is copied byte for byte.
 *
 * @param layers folders of templates
 * @param into an existing folder
 * @param signal ends the work between two files
 * @returns the paths laid down, relative to `into`, with `/`
 * @throws {Error} naming the template, when a layer is missing, a template cannot be rendered, or a rendered `.json`
 *   file does not parse
 */
export async function layTemplates(
  layers: readonly string[],
  into: string,
  values: TemplateValues,
  signal?: AbortSignal,
): Promise<string[]> {
  const sources = new Map<string, string>();
  for (const layer of layers) {
    for (const [path, source] of await readLayer(layer)) sources.set(path, source);
  }
  for (const [path, source] of sources) {
    signal?.throwIfAborted();
    const file = join(into, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, source.endsWith(rendered) ? await render(source, values) : await readFile(source));
  }
  return [...sources.keys()];
}

/** The files of one layer: the path that each is laid down as, to where it is. */
async function readLayer(layer: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const walk = async (folder: string, prefix: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const source = join(folder, entry.name);
      const path = prefix + laidDownName(entry.name);
      if (entry.isDirectory()) {
        await walk(source, `${path}/`);
        continue;
      }
      const target = path.endsWith(rendered) ? path.slice(0, -rendered.length) : path;
      const other = files.get(target);
      if (other !== undefined) {
        throw new Error(`The templates ${other} and ${source} are both laid down as ${target}: remove one.`);
      }
      files.set(target, source);
    }
  };
  await walk(layer, '');
  return files;
}

function laidDownName(name: string): string {
  if (name.startsWith('__')) return name.slice(1);
  return name.startsWith('_') ? `.${name.slice(1)}` : name;
}

async function render(source: string, values: TemplateValues): Promise<string> {
  const { default: handlebars } = await import('handlebars');
  const template = await readFile(source, 'utf8');
  try {
    const text = handlebars.compile(template, { noEscape: true, strict: true })(values);
    if (basename(source, rendered).endsWith('.json')) JSON.parse(text);
    return text;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The template ${source} cannot be rendered: ${reason}`, { cause: error });
  }
}
