import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SECRET_FILES } from '#command-line/secret-files';
import type { PackageManager } from '#command-line/choices';
import { docker } from '../../src/add/docker.ts';
import { Change } from '../../src/generate/engine/change.ts';
import type { Project } from '../../src/project/project.ts';
import { writeFiles } from '../../../command-line/test/folders.ts';
import { projectWith } from '../project-with.ts';

const images: readonly [target: Project['target'], packageManager: PackageManager][] = [
  ['node', 'npm'],
  ['node', 'pnpm'],
  ['node', 'bun'],
  ['bun', 'bun'],
  ['deno', 'deno'],
];

/** The files that `fw add docker` creates. */
async function filesFor(
  shape: Partial<Project>,
  files: Readonly<Record<string, string>>,
): Promise<(path: string) => string> {
  const project = { ...(await projectWith(files)), ...shape };
  const change = new Change(project.root);
  await docker.plan(project, {}, change);
  return (path) => change.read(path) ?? '';
}

test.each(images)('an image for %s with %s contains no file with secrets', async (target, packageManager) => {
  const read = await filesFor({ target, packageManager }, { '.npmrc': '//npm.example/:_authToken=secret\n' });
  const ignored = read('.dockerignore').split('\n');
  for (const name of [...SECRET_FILES, '.npmrc']) {
    expect(ignored).toContain(`**/${name}`);
  }
  const copied = read('Dockerfile').match(/^COPY .*/gm) ?? [];
  expect(copied.filter((line) => line.includes('.npmrc'))).toEqual([]);
  // A build secret is in the file system during one command, and in no image layer.
  const installed = read('Dockerfile').match(/^RUN .*\b(npm ci|install)\b.*/gm) ?? [];
  expect(installed.at(-1)).toMatch(/^RUN --mount=type=secret,id=npmrc,target=\/site\/\.npmrc /);
  expect(read('compose.yaml')).toContain('    build:\n      context: .\n      secrets:\n        - npmrc\n');
  expect(read('compose.yaml')).toContain('secrets:\n  npmrc:\n    file: .npmrc\n');
});

test.each(images)(
  'an image for %s with %s does not mount a missing .npmrc',
  async (target, packageManager) => {
    const read = await filesFor({ target, packageManager }, {});
    expect(read('Dockerfile')).not.toContain('npmrc');
    expect(read('compose.yaml')).not.toContain('npmrc');
    expect(read('compose.yaml')).toContain('    build: .\n');
  },
);

test('the types that tsconfig.json includes are part of the image, and the rest of .fw/ is not', async () => {
  const read = await filesFor({}, {});
  expect(read('.dockerignore')).toMatch(/^\.fw\/\*\n(#.*\n)?!\.fw\/types\n/m);
});

test('after fw add health, exactly the files that a note names are generated again', async () => {
  const config = { 'config/autoload/jobs.global.ts': "export default { jobs: { store: 'redis' } };\n" };
  const project = await projectWith(config);
  const first = new Change(project.root);
  const { notes = [] } = await docker.plan(project, {}, first);
  await writeFiles(project.root, {
    ...Object.fromEntries(first.finish().map(({ path, after }) => [path, after])),
    'config/providers.ts': 'export default [healthProvider];\n',
  });
  await expect(docker.plan(project, {}, new Change(project.root))).rejects.toThrow(
    'Nothing was written, because Dockerfile and haproxy.cfg exist already, with other content: remove them to generate them again.',
  );
  expect(notes[0]).toContain('remove Dockerfile and haproxy.cfg,');
});

test('a project whose formatter writes double quotes gets a worker and a proxy, too', async () => {
  const read = await filesFor(
    {},
    {
      'config/autoload/jobs.global.ts': '// store: "sqlite"\nexport default { jobs: { store: "redis" } };\n',
    },
  );
  expect(read('haproxy.cfg')).not.toBe('');
});

const LOCK = { 'package-lock.json': '{}' };
const PING = "export default { routes: [route('GET', '/ping', Ping)] };\n";
const JOBS = {
  'config/providers.ts': 'export default [healthProvider];\n',
  'config/autoload/jobs.global.ts':
    "env({ REDIS_URL: 'string' });\nexport default { jobs: { store: 'redis' } };\n",
};

test.each<[what: string, path: string, language: string, place: number, files: Record<string, string>]>([
  ['Dockerfile', 'Dockerfile', 'dockerfile', 0, { ...LOCK, 'config/autoload/routes.global.ts': PING }],
  ['compose.yaml', 'compose.yaml', 'yaml', 0, LOCK],
  ['compose.yaml with jobs', 'compose.yaml', 'yaml', 1, { ...LOCK, ...JOBS }],
  ['haproxy.cfg', 'haproxy.cfg', 'haproxy', 0, { ...LOCK, ...JOBS }],
])('docs/deploy/docker.md shows %s without its comments', async (_what, path, language, place, files) => {
  const page = readFileSync('docs/deploy/docker.md', 'utf8');
  const blocks = Array.from(page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm')));
  const read = await filesFor({}, files);

  expect(blocks[place]?.[1], `copy the lines of ${path} that are no comments to docs/deploy/docker.md`).toBe(
    read(path).replaceAll(/^ *#.*\n/gm, ''),
  );
});
