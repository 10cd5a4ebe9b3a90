import { describe, expect, test } from 'vitest';
import { jobs } from '../../src/add/jobs.ts';
import { Change } from '../../src/generate/engine/change.ts';
import { projectWith } from '../project-with.ts';

const PROJECT = {
  'config/providers.ts': 'export default [];\n',
  'config/config.ts': 'export default loadConfig({ providers });\n',
};

/** Adds jobs to a project with this configuration of jobs. */
async function added(
  store: string,
  config?: string,
): Promise<{ config: string | undefined; notes: readonly string[] }> {
  const file = 'config/autoload/jobs.global.ts';
  const project = await projectWith({ ...PROJECT, ...(config !== undefined && { [file]: config }) });
  const change = new Change(project.root);
  const { notes = [] } = await jobs.plan(project, { store }, change);
  change.finish();
  return { config: change.read(file), notes };
}

describe('a project with another store', () => {
  test.each([
    ["export default defineConfig({ jobs: { store: 'sqlite' } });\n"],
    ['export default defineConfig({ jobs: { store: "sqlite" } });\n'],
    ["// store: 'redis'\nexport default defineConfig({\n  jobs: {\n    store: 'sqlite',\n  },\n});\n"],
  ])('is rejected: %j', async (config) => {
    await expect(added('redis', config)).rejects.toThrow(
      'Nothing was written, because config/autoload/jobs.global.ts has the store "sqlite": remove it to choose another one.',
    );
  });
});

test.each([["{ jobs: { store: 'redis', list: mine } }"], ['{ jobs: { store, list: mine } }']])(
  'a configuration with the same store, or with a computed one, is kept: %s',
  async (object) => {
    const config = `export default defineConfig(${object});\n`;
    expect(await added('redis', config)).toMatchObject({ config });
  },
);

test.each([
  ['redis', 'The app connects to redis://127.0.0.1:6379, or to REDIS_URL in .env'],
  ['postgres', 'Set DATABASE_URL=postgres://… in .env first'],
])('a note names the variable with the URL of %s', async (store, note) => {
  const { config, notes } = await added(store);
  expect(notes[0]).toBe(note);
  expect(config).toContain(store === 'redis' ? "REDIS_URL: 'redis://127.0.0.1:6379'" : 'url: DATABASE_URL');
});
