import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { node, npm } from './npm.mjs';

const root = join(import.meta.dirname, '../..');
const packed = join(root, 'node_modules', '.cache', 'fw-demo');
const packages = {
  'fw-runtime': 'dependencies',
  // The path of the file where the package was added.
  'fw-middleware': 'dependencies',
  'fw-cli': 'devDependencies',
  'fw-devtools': 'devDependencies',
};
/** Files that using a project creates. */
const grown = new Set(['node_modules', 'package-lock.json', 'dist']);

/** The type of a folder: `new` (missing or empty), `project` (a project of this demo, with its variant) or `other`. */
export function lookAt(folder) {
  try {
    if (readdirSync(folder).length === 0) return { kind: 'new' };
  } catch (error) {
    return { kind: error.code === 'ENOENT' ? 'new' : 'other' };
  }
  try {
    const manifest = readJson(join(folder, 'package.json'));
    const ours = pathToFileURL(packed).href;
    const specs = specsOf(manifest);
    const isWhole = ['fw-runtime', 'fw-cli', 'fw-devtools'].every((name) => name in specs);
    const isOurs = isWhole && Object.values(specs).every((spec) => spec.startsWith(ours));
    const { variant } = readJson(join(folder, '.fw', 'manifest.json')).choices;
    return isOurs ? { kind: 'project', variant } : { kind: 'other' };
  } catch {
    return { kind: 'other' };
  }
}

/**
 * Packs all packages as for publishing, so that a demo project gets the same files as a user's project. Returns their URLs by
 * name.
 */
export function packPackages() {
  mkdirSync(packed, { recursive: true });
  const folder = mkdtempSync(join(packed, 'new-'));
  const args = ['pack', '--json', '--silent', '--workspaces', '--pack-destination', folder];
  const { stdout } = npm(args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  // npm 11 prints an array, newer versions an object by name.
  const files = Object.values(JSON.parse(stdout.toString()));
  const urls = files.map(({ name, filename }) => {
    // npm treats a file of the same name as the same package, whatever its contents.
    const hash = createHash('sha256')
      .update(readFileSync(join(folder, filename)))
      .digest('hex');
    const file = join(packed, `${name}-${hash.slice(0, 16)}.tgz`);
    renameSync(join(folder, filename), file);
    return [name, pathToFileURL(file).href];
  });
  rmSync(folder, { recursive: true });
  return Object.fromEntries(urls);
}

/** Creates a project that depends on packed packages. */
export function createProject(folder, variant, urls, ...flags) {
  const cli = join(root, 'packages', 'create-fw-app', 'dist', 'cli.js');
  node([cli, folder, '--variant', variant, '--yes', '--no-install', '--no-git', ...flags], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      FW_RUNTIME_SPEC: urls['fw-runtime'],
      FW_CLI_SPEC: urls['fw-cli'],
      FW_DEVTOOLS_SPEC: urls['fw-devtools'],
    },
  });
}

/** Makes a project depend on packages that were packed later. */
export function renew(folder, urls) {
  const file = join(folder, 'package.json');
  const text = readFileSync(file, 'utf8');
  const old = specsOf(JSON.parse(text));
  const renewed = Object.entries(old).reduce(
    (result, [name, spec]) => result.replaceAll(spec, urls[name]),
    text,
  );
  if (renewed !== text) writeFileSync(file, renewed);
}

/** Whether a project is unchanged since it was created. */
export function isUntouched(folder, variant) {
  const temporary = mkdtempSync(join(tmpdir(), 'fw-demo-'));
  const fresh = join(temporary, basename(folder));
  try {
    createProject(fresh, variant, specsOf(readJson(join(folder, 'package.json'))));
    return JSON.stringify(filesOf(folder)) === JSON.stringify(filesOf(fresh));
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

function specsOf(manifest) {
  const specs = Object.entries(packages).map(([name, kind]) => [name, manifest[kind]?.[name]]);
  return Object.fromEntries(specs.filter(([, spec]) => spec !== undefined));
}

function filesOf(folder, path = '') {
  const entries = readdirSync(join(folder, path), { withFileTypes: true }).filter(
    ({ name }) => !grown.has(name) && join(path, name) !== join('.fw', 'dev'),
  );
  return entries.flatMap((entry) => {
    const file = join(path, entry.name);
    if (entry.isDirectory()) return filesOf(folder, file);
    return [[file, entry.isFile() ? readFileSync(join(folder, file), 'base64') : 'no file']];
  });
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
