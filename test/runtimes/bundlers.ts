import { build } from 'esbuild';
import esbuild from 'esbuild/package.json' with { type: 'json' };
import rolldown from 'rolldown/package.json' with { type: 'json' };

export type Platform = 'neutral' | 'browser' | 'node';

export interface Bundling {
  readonly entry: string;
  readonly file: string;
  readonly platform: Platform;
  readonly conditions?: string[];
}

export interface Bundler {
  readonly name: 'esbuild' | 'rolldown';
  /** Such as `1.4`. */
  readonly version: string;
  /** Creates one minified file. @throws also for warnings of the bundler */
  bundle(bundling: Bundling): Promise<void>;
}

export const BUNDLERS: readonly [Bundler, Bundler] = [
  {
    name: 'esbuild',
    version: minorOf(esbuild),
    async bundle({ entry, file, platform, conditions }) {
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
    version: minorOf(rolldown),
    async bundle({ entry, file, platform, conditions }) {
      const { build } = await import('rolldown');
      await build({
        input: entry,
        platform,
        ...(conditions && { resolve: { conditionNames: conditions } }),
        output: { file, minify: true, codeSplitting: false },
        onLog: (_level, { message }) => {
          throw new Error(message);
        },
      });
    },
  },
];

// esbuild leaves the `require` of CommonJS packages, which ES modules do not have. In a Worker no module has a URL.
const REQUIRE = `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url ?? 'file:///');`;

function minorOf({ version }: { readonly version: string }): string {
  return version.split('.').slice(0, 2).join('.');
}
