import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { execa } from 'execa';
import { cacheFolder } from '../support/cache-folder.ts';
import { freePort } from '../support/free-port.ts';
import { packages } from '../support/packages.ts';

const root = dirname(dirname(import.meta.dirname));

/** An optional dependency of vite on Windows, which some mirrors lack. Yarn and Deno need it to exist on each system. */
const STAND_IN = { name: 'napi-windows-process-start-time', version: '0.1.0' };

export interface Registry {
  /** The environment of a command that uses this registry and none of the machine's npm state. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/**
 * Starts a registry on 127.0.0.1 that has this checkout's packages, packed as they would be published. Every other
 * package comes from the registry that npm is configured for, and is kept in the user's cache directory.
 *
 * @param folder an empty one, for this checkout's packages and npm's cache
 * @param tarballs the packages, absolute
 */
export async function startRegistry(folder: string, tarballs: readonly string[]): Promise<Registry> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const userconfig = join(folder, 'npmrc');
  await writeFile(
    userconfig,
    `registry=${url}/\n//127.0.0.1:${port}/:_authToken=anybody\nfund=false\naudit=false\n`,
  );
  const close = await startVerdaccio(folder, port);
  const env = {
    npm_config_registry: `${url}/`,
    npm_config_userconfig: userconfig,
    // Not kept: its keys contain the port, and it would return the packages of another checkout.
    npm_config_cache: join(folder, 'cache'),
    npm_config_update_notifier: 'false',
    // In ms, for a machine that is busy with other tests.
    npm_config_fetch_timeout: '300000',
  };
  const standIn = join(folder, 'stand-in');
  await mkdir(standIn);
  await writeFile(join(standIn, 'package.json'), JSON.stringify(STAND_IN));
  try {
    const published = [standIn, ...tarballs];
    await Promise.all(published.map((path) => execa('npm', ['publish', path], { cwd: folder, env })));
  } catch (error) {
    await close();
    throw error;
  }
  return { env, close };
}

async function startVerdaccio(folder: string, port: number): Promise<() => Promise<void>> {
  const { stdout: uplink } = await execa('npm', ['config', 'get', 'registry'], { cwd: root });
  const storage = join(folder, 'storage');
  // Verdaccio locks the files of a package and renames what it has written, so several registries may use one folder.
  const kept = join(cacheFolder, 'registry');
  await removeTruncated(kept);
  const config = {
    storage,
    // A slow response doesn't mean that the uplink is down, as Verdaccio supposes for five minutes after two failures.
    uplinks: {
      npm: { url: uplink.trim(), maxage: '1h', timeout: '5m', max_fails: 100, fail_timeout: '1s' },
    },
    packages: {
      ...Object.fromEntries(
        [STAND_IN, ...packages()].map(({ name }) => [name, { access: '$all', publish: '$all' }]),
      ),
      '**': { access: '$all', proxy: 'npm', storage: relative(storage, kept) },
    },
    log: { type: 'stdout', format: 'json', level: 'warn' },
  };
  const file = join(folder, 'verdaccio.json');
  await writeFile(file, JSON.stringify(config));
  const bin = join(
    dirname(createRequire(import.meta.url).resolve('verdaccio/package.json')),
    'bin',
    'verdaccio',
  );
  const child = spawn(process.execPath, [bin, '--config', file, '--listen', `127.0.0.1:${port}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('http address')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The registry ended with ${code}.`)));
  });
  return () =>
    new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.kill();
    });
}

/** Removes truncated metadata, for which Verdaccio responds with an error instead of fetching it again. */
async function removeTruncated(folder: string): Promise<void> {
  const paths = await readdir(folder, { recursive: true }).catch(() => []);
  for (const path of paths.filter((path) => basename(path) === 'package.json')) {
    const file = join(folder, path);
    if (!(await readFile(file, 'utf8')).endsWith('}')) await rm(file, { force: true });
  }
}
