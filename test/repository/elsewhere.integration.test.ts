import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** The imports of a Worker, from the metadata of its bundle. */
async function bundled(source: string): Promise<Record<string, (...given: unknown[]) => Promise<unknown>>> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: 'tools/bench/bundles' },
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    conditions: ['workerd', 'worker', 'browser'],
    write: false,
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  return import(/* @vite-ignore */ `data:text/javascript;base64,${code}`);
}

test('a feature that needs files is an error with a code in a bundle for Workers, which contains none of it', async () => {
  const { file } = await bundled(`
    import { FileResponse, ServerRequest } from 'fw-runtime/b';
    export const file = () => FileResponse.of(new ServerRequest('/'), '/a.txt');
  `);
  await expect(file?.()).rejects.toMatchObject({
    code: 'FW_UNSUPPORTED_RUNTIME',
    message: 'FileResponse needs Node, Bun or Deno; here send files from the storage of the platform.',
  });
});
