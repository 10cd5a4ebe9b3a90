import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProjectShape } from '#command-line/choices';
import { messageOf } from '#command-line/errors';
import { renderTemplate } from '#command-line/render-template';

/** The values for templates, as in `{{name}}`; a missing name is an error. */
export interface TemplateValues extends ProjectShape {
  /** The npm package name of the project. */
  readonly name: string;
  /** The base name of the project's folder. */
  readonly title: string;
  readonly variantA: boolean;
  readonly variantUpper: 'A' | 'B';
  /** The alias by which the project imports its own `src/`, as in `#app`. */
  readonly alias: '#application' | '#app';
  /** Routes are added by calls to those of the configuration. */
  readonly hybrid: boolean;
  /** Routes and pipeline are registered by calls. */
  readonly programmatic: boolean;
  readonly findMyWay: boolean;
  readonly rou3: boolean;
  readonly pathToRegexp: boolean;
  readonly bun: boolean;
  readonly deno: boolean;
  /** The runtime reads TypeScript, so that there is no build. */
  readonly fromSource: boolean;
  /** The project runs on Cloudflare Workers. */
  readonly workers: boolean;
  /** The name of the Worker. */
  readonly workerName: string;
  /** The range of `fw-runtime` in the project's package.json. */
  readonly runtimeVersion: string;
  /** The range of `fw-cli`, which provides the `fw` command. */
  readonly cliVersion: string;
  /** The range of `fw-devtools`. */
  readonly devtoolsVersion: string;
  readonly generatorVersion: string;
  /** The oldest supported Node, as in `20.19`. */
  readonly node: string;
  /** The Node for production. */
  readonly recommendedNode: string;
  /** The names of files with secrets, which git ignores. */
  readonly secretFiles: readonly string[];
  /** The command that runs a package script, as in `npm run`. */
  readonly run: string;
  /** The command that runs `fw` in the root of the project, such as `node fw`. Never `npx fw`, which may download a foreign package. */
  readonly fw: string;
  /** The command that runs `fw` also in a folder below the root. */
  readonly fwBelow: string;
  /** The command that runs `fw` in the scripts of the project. */
  readonly fwScript: string;
  /** The command that creates the same project again. */
  readonly replay: string;
}

/** The files of a new project: each path, relative and with `/`, with its content. */
export type ProjectFiles = ReadonlyMap<string, Uint8Array>;

const TEMPLATE_EXTENSION = '.hbs';

/**
 * Creates the files of a project from templates, in the order of `layers`: a file of a later layer overrides the same
 * file of an earlier one. Writes nothing.
 *
 * A leading `_` of a file's or folder's name becomes `.`, since npm packs no `.gitignore`, and `__` becomes `_`. A
 * file ending in `.hbs` is rendered with handlebars and loses that ending; any other is copied byte for byte.
 *
 * @param layers folders of templates
 * @param leftOut paths to omit
 * @returns the files in the order of their paths
 * @throws Error naming the template, when a layer is missing, a template cannot be rendered, or a rendered `.json`
 *   file does not parse
 */
export async function renderTemplates(
  layers: readonly string[],
  values: TemplateValues,
  leftOut: readonly string[] = [],
): Promise<ProjectFiles> {
  const sources = new Map<string, string>();
  for (const layer of layers) {
    for (const [path, source] of await readLayer(layer)) sources.set(path, source);
  }
  for (const path of leftOut) sources.delete(path);
  const files = [...sources].map(
    async ([path, source]) =>
      [
        path,
        source.endsWith(TEMPLATE_EXTENSION) ? await render(source, values) : await readFile(source),
      ] as const,
  );
  return new Map((await Promise.all(files)).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The files of one layer: the target path of each, with its source. */
async function readLayer(layer: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const walk = async (folder: string, prefix: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const source = join(folder, entry.name);
      const path = prefix + targetName(entry.name);
      if (entry.isDirectory()) {
        await walk(source, `${path}/`);
        continue;
      }
      const target = path.endsWith(TEMPLATE_EXTENSION) ? path.slice(0, -TEMPLATE_EXTENSION.length) : path;
      const other = files.get(target);
      if (other !== undefined) {
        throw new Error(`The templates ${other} and ${source} both create ${target}: remove one.`);
      }
      files.set(target, source);
    }
  };
  await walk(layer, '');
  return files;
}

function targetName(name: string): string {
  if (name.startsWith('__')) return name.slice(1);
  return name.startsWith('_') ? `.${name.slice(1)}` : name;
}

async function render(source: string, values: TemplateValues): Promise<Uint8Array> {
  const text = await renderTemplate(source, values);
  try {
    if (source.endsWith(`.json${TEMPLATE_EXTENSION}`)) JSON.parse(text);
  } catch (error) {
    throw new Error(`The template ${source} cannot be rendered: ${messageOf(error)}`, { cause: error });
  }
  return Buffer.from(text);
}
