/** @module-tag full */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { completeAnswers } from '../../../packages/command-line/src/answers.ts';
import { additions } from '../../../packages/cli/src/add/additions.ts';
import { Change } from '../../../packages/cli/src/generate/engine/change.ts';
import { findProject } from '../../../packages/cli/src/project/project.ts';
import { fw } from '../../support/commands.ts';
import { inspection } from '../../../packages/cli/test/project-with.ts';
import { createProjects } from '../created-projects.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-add-linked-'));
  await createProjects(folder, {
    programmatic: ['--variant', 'a', '--form', 'programmatic'],
    worker: ['--variant', 'a', '--target', 'workers'],
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** All additions of a project, created as `fw add` creates them, without the verification. */
async function addAll(root: string): Promise<string[]> {
  const project = { ...findProject(root), inspection };
  const asking = { terminal: undefined, yes: true, signal: new AbortController().signal };
  const added = additions.filter(({ rejection }) => rejection?.(project) === undefined);
  for (const { questions, plan } of added) {
    const change = new Change(root);
    await plan(project, await completeAnswers(questions, {}, project, asking), change);
    for (const { path, after } of change.finish()) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), after);
    }
  }
  return added.map(({ kind }) => kind);
}

const documentedChanges = `import { defineConfig, mergeRemove } from 'fw-runtime/a';

export default defineConfig({
  middleware_pipeline: {
    basic_auth: { path: '/staff' },
    bearer_auth: mergeRemove,
    body_limit: mergeRemove,
    cors: { path: '/api' },
    csrf: { path: '/account' },
    etag: mergeRemove,
    jwt: mergeRemove,
    rate_limit: { path: '/api' },
    session: { path: '/account' },
  },
  csrf: { token: true, trusted_origins: ['https://*.example'] },
  jwt: { optional: true, algorithms: ['HS512'], required_claims: ['scope'] },
  secure_headers: { content_security_policy: false },
  session: { name: 'id', same_site: 'strict' },
});
`;

describe.each(['programmatic', 'worker'])('all additions to a project with variant A: %s', (name) => {
  let project: string;
  let added: readonly string[];
  const bin = (program: string, ...args: string[]): Promise<{ exitCode?: number | undefined; all: string }> =>
    execa(join(folder, 'node_modules', '.bin', program), args, { cwd: project, all: true, reject: false });

  beforeAll(async () => {
    project = join(folder, name);
    added = await addAll(project);
    await execa(process.execPath, [fw, 'types'], { cwd: project });
  });

  test('type-checks', async () => {
    expect((await bin('tsc')).all).toBe('');
  });

  test('passes its tests, except for the one that needs the binding of SQLite', async () => {
    const { all } = await bin('vitest', 'run', '--exclude', 'test/database.test.ts');
    const withTest = added.filter((kind) => !['docker', 'database'].includes(kind));
    // Besides the tests of the two initial routes.
    expect(stripVTControlCharacters(all)).toMatch(new RegExp(`Test Files\\s+${withTest.length + 3} passed`));
  });

  // In a programmatic project, the calls in config/pipeline.ts have the same settings.
  test.runIf(name === 'worker')(
    'passes them after every change that the documentation describes',
    async () => {
      const changes = join(project, 'config', 'autoload', 'z-changes.global.ts');
      await writeFile(changes, documentedChanges);
      const { exitCode, all } = await bin('vitest', 'run', '--exclude', 'test/database.test.ts');
      await rm(changes);
      expect(exitCode, all).toBe(0);
    },
  );

  test('has no errors, and nothing else to add', async () => {
    const { stdout } = await execa(process.execPath, [fw, 'check', '--fix'], { cwd: project });
    expect(stdout).toContain('No errors');
    const again = await execa(process.execPath, [fw, 'add', 'cors'], { cwd: project });
    expect(again.stdout).toBe('Nothing to do: everything exists already.');
  });
});
