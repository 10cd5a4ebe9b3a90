import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';
import { describe, expect, test } from 'vitest';

/** The maximum size of a hello application, gzipped. */
const LIMIT = 41_500;

const bundles = 'tools/bench/bundles';

// Modules for Node, for development, or for features that an app imports explicitly.
const LEFT_OUT = [
  /\/node_modules\/(?:find-my-way|path-to-regexp|rou3|srvx|tinyglobby|mime)\//,
  /\/devtools\//,
  /\/dist\/server\/node\//,
  /\/dist\/kernel\/router\/(?:find-my-way|path-to-regexp|rou3)-router\.js/,
];

describe.each(['a', 'b'])('a hello application of variant %s, bundled for Workers', (variant) => {
  test(`has at most ${LIMIT} bytes gzipped`, async () => {
    const { code } = await bundleOf(variant);

    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(LIMIT);
  });

  test('contains nothing that only Node, development or other routers need', async () => {
    const { files, imports } = await bundleOf(variant);

    expect(files.filter((file) => LEFT_OUT.some((pattern) => pattern.test(file)))).toEqual([]);
    expect(imports).toEqual([]);
    // Shows that the patterns above match.
    expect(files.some((file) => file.endsWith('/dist/server/runtimes/no-node.js'))).toBe(true);
    expect(files.some((file) => file.includes('/dist/server/runtimes/'))).toBe(true);
  });

  test('responds', async () => {
    const { code } = await bundleOf(variant);
    const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
    const { default: app } = (await import(/* @vite-ignore */ url)) as {
      default: { fetch(request: Request): Promise<Response> };
    };

    const response = await app.fetch(new Request('http://localhost/'));
    expect(await response.text()).toBe('Hello');
  });
});

/** Bundled as in the benchmark: the code, its files, and its imports at run time. */
async function bundleOf(variant: string) {
  const { FOR_WORKERS } = (await import(pathToFileURL(join(bundles, 'bundles.mjs')).href)) as {
    FOR_WORKERS: BuildOptions;
  };
  const { outputFiles, metafile } = await build({
    ...FOR_WORKERS,
    entryPoints: [join(bundles, 'hello', `fw-${variant}.mjs`)],
    outfile: 'hello.js',
    metafile: true,
    write: false,
  });
  const { inputs = {}, imports } = metafile.outputs['hello.js'] ?? { imports: [] };
  const files = Object.entries(inputs).flatMap(([file, { bytesInOutput }]) =>
    bytesInOutput > 0 ? [`/${file}`] : [],
  );
  return { code: outputFiles[0]?.contents ?? new Uint8Array(), files, imports };
}
