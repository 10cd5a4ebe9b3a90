import { expect, test } from 'vitest';
import { ProjectInspection } from '../../src/project/inspection.ts';
import { emptyFolder, writeFiles } from '../../../command-line/test/folders.ts';

/** The output of fw in a project with these installed packages, each one module. */
async function complaint(packages: Readonly<Record<string, string>>): Promise<unknown> {
  const root = await emptyFolder();
  for (const [name, code] of Object.entries(packages)) {
    const exports = name === 'tsx' ? './index.js' : { './inspector': './index.js' };
    await writeFiles(root, {
      [`node_modules/${name}/package.json`]: JSON.stringify({ name, type: 'module', exports }),
      [`node_modules/${name}/index.js`]: code,
    });
  }
  const inspection = new ProjectInspection(
    { root, runtime: 'fw-runtime/b', entry: 'public/index.ts' },
    new AbortController().signal,
  );
  try {
    return await inspection.inspect({ root }).then(undefined, ({ message }: Error) => message);
  } finally {
    inspection.close();
  }
}

const unknown =
  "This fw can't inspect the project's fw-runtime: install fw-runtime and fw-cli of the same release.";

test('a runtime with other message versions is reported in one sentence', async () => {
  const newer =
    "process.send('ready'); process.send({ type: 'ready' }); process.send({ inspection: 2 }); process.on('message', () => {});";
  expect(await complaint({ tsx: '', 'fw-runtime': newer })).toBe(unknown);
});

test('a runtime without an inspector is reported in the same way', async () => {
  expect(await complaint({ tsx: '' })).toBe(unknown);
});

test.skipIf('typescript' in process.features && process.features.typescript)(
  'a project without tsx, on a Node that needs it, is reported with a solution',
  async () => {
    expect(await complaint({})).toBe(
      `Node ${process.versions.node} runs TypeScript through the package tsx, which is not installed in this project: ` +
        'install its packages, or use Node 22.18 or newer.',
    );
  },
);
