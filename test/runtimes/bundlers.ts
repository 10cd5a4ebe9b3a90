import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { folder } from './runtimes.ts';

export type Platform = 'neutral' | 'browser' | 'node';

export interface Bundling {
  readonly entry: string;
  readonly file: string;
  readonly platform: Platform;
  readonly conditions?: readonly string[];
}

export interface Bundler {
  readonly name: 'esbuild' | 'rolldown';
  /** Why it cannot be asked. */
  readonly absent: string | undefined;
  /** Makes one minified file. @throws also for what the bundler only warns of */
  bundle(bundling: Bundling): Promise<void>;
}

/** What is used of the bundlers, which are not installed where the types of this file are checked. */
interface Esbuild {
  build(options: object): Promise<{ readonly warnings: readonly { readonly text: string }[] }>;
}

interface Rolldown {
  build(options: object): Promise<unknown>;
}

export const BUNDLERS: readonly [Bundler, Bundler] = [
  {
    name: 'esbuild',
    get absent() {
      return absence('esbuild');
    },
    async bundle({ entry, file, platform, conditions }) {
      const { build } = await load<Esbuild>('esbuild/lib/main.js');
      const { warnings } = await build({
        entryPoints: [entry],
        outfile: file,
        bundle: true,
        minify: true,
        format: 'esm',
        platform,
        logLevel: 'silent',
        ...(conditions && { conditions }),
        ...(platform === 'node' && { banner: { js: REQUIRE } }),
      });
      if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join('\n'));
    },
  },
  {
    name: 'rolldown',
    get absent() {
      return absence('rolldown');
    },
    async bundle({ entry, file, platform, conditions }) {
      const { build } = await load<Rolldown>('rolldown/dist/index.mjs');
      await build({
        input: entry,
        platform,
        ...(conditions && { resolve: { conditionNames: conditions } }),
        output: { file, minify: true, codeSplitting: false },
        onLog: (_level: string, { message }: { readonly message: string }) => {
          throw new Error(message);
        },
      });
    },
  },
];

// esbuild leaves the `require` of CommonJS packages, which ES modules do not have. In a Worker no module has a URL.
const REQUIRE = `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url ?? 'file:///');`;

function absence(name: string): string | undefined {
  return existsSync(join(folder, 'node_modules', name)) ? undefined : `npm could not install ${name}`;
}

async function load<T>(path: string): Promise<T> {
  return (await import(pathToFileURL(join(folder, 'node_modules', path)).href)) as T;
}
