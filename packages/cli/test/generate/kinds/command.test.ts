import { describe, expect, test } from 'vitest';
import { completeAnswers } from '#command-line/answers';
import type { Answers } from '#command-line/flag';
import { Change } from '../../../src/generate/engine/change.ts';
import { command } from '../../../src/generate/kinds/command.ts';
import type { GeneratedProject } from '../../../src/generate/engine/generator.ts';
import { projectWith } from '../../project-with.ts';

/** The files that a command changes, by their paths, and its notes. */
async function planned(
  given: Answers,
  project?: GeneratedProject,
): Promise<{ files: Record<string, string>; notes: readonly string[] | undefined }> {
  const where = project ?? (await projectWith());
  const asking = { terminal: undefined, yes: false, signal: new AbortController().signal };
  const answers = await completeAnswers(command.questions, given, where, asking);
  const change = new Change(where.root);
  const { notes } = await command.plan(where, answers, change);
  return { files: Object.fromEntries(change.finish().map(({ path, after }) => [path, after])), notes };
}

const tsconfigs = {
  'tsconfig.json': '{ "include": ["config", "src"] }\n',
  'tsconfig.build.json': '{ "include": ["config", "src"] }\n',
};

describe('the first command of a project', () => {
  test('has the program, the list, and its folder in tsconfig.json', async () => {
    const { files, notes } = await planned({ name: 'import-posts' }, await projectWith(tsconfigs));
    expect(Object.keys(files)).toEqual([
      'src/command/import-posts.ts',
      'test/import-posts.test.ts',
      'bin/command.ts',
      'config/commands.ts',
      'tsconfig.json',
      'tsconfig.build.json',
    ]);
    expect(files['src/command/import-posts.ts']).toBe(`import { command } from 'fw-runtime/command';

export const importPosts = command({
  name: 'import-posts',
  summary: 'Import posts',
}).handle(async () => {
  // The result is printed, with --json as JSON.
  return 'Done.';
});
`);
    expect(files['bin/command.ts']).toContain('After a build: node dist/bin/command.js import-posts\n');
    expect(files['config/commands.ts']).toContain(
      'const commands: readonly Command<never>[] = [importPosts];\n',
    );
    expect([files['tsconfig.json'], files['tsconfig.build.json']]).toEqual([
      '{ "include": ["config", "src", "bin"] }\n',
      '{ "include": ["config", "src", "bin"] }\n',
    ]);
    expect(notes).toEqual(['Run it: node fw run import-posts --help']);
  });

  test('has no build in a project that runs from its source', async () => {
    const { files } = await planned({ name: 'x' }, await projectWith({ 'tsconfig.json': '{}' }));
    expect(files['bin/command.ts']).toMatch(/^\/\/ Runs the commands of .*, as in `fw run import-posts`\.\n/);
    expect(Object.keys(files)).toHaveLength(4);
  });
});

test('another command is added to the list, and the program is unchanged', async () => {
  const { files: first } = await planned({ name: 'import-posts' });
  const project = await projectWith({ ...first, 'bin/command.ts': '// Mine.\n' });
  const { files } = await planned({ name: 'posts:export', feature: 'blog' }, project);
  expect(Object.keys(files)).toEqual([
    'src/blog/posts-export.ts',
    'test/blog/posts-export.test.ts',
    'config/commands.ts',
  ]);
  expect(files['src/blog/posts-export.ts']).toContain(
    "export const postsExport = command({\n  name: 'posts:export',",
  );
  expect(files['config/commands.ts']).toContain("import { postsExport } from '#app/blog/posts-export';\n");
  expect(files['config/commands.ts']).toContain('= [importPosts, postsExport];\n');
});

test('the same command again changes nothing', async () => {
  const answers = { name: 'import-posts', flags: 'file:string', services: 'config' };
  const { files } = await planned(answers);
  expect(await planned(answers, await projectWith(files))).toEqual({ files: {}, notes: [] });
});

test('a list in another style is not understood, and the lines to paste are printed', async () => {
  const project = await projectWith({ 'config/commands.ts': 'export default make();\n' });
  await expect(planned({ name: 'import-posts' }, project)).rejects.toThrow(
    /^config\/commands\.ts was not understood: [^]*Add this to config\/commands\.ts:[^]*importPosts,/,
  );
});

test('services are injected after the input', async () => {
  const project = await projectWith({
    'src/posts.ts': 'export class Posts {\n  static readonly inject = [] as const;\n}\n',
  });
  const { files } = await planned({ name: 'x', services: 'config,Posts' }, project);
  const text = files['src/command/x.ts'];
  expect(text).toContain(".handle(['config', Posts], async (_input, config, posts) => {\n");
  expect(text).toContain("import { Posts } from '#app/posts';\n");
  expect(text).not.toContain('Config }');
});

test('services of packages of Fw are injected by their classes', async () => {
  const project = await projectWith({
    'package.json': '{ "dependencies": { "fw-runtime": "^0.1.0", "fw-jobs": "^0.1.0" } }\n',
  });
  for (const services of ['Jobs', 'jobs']) {
    const { files } = await planned({ name: 'x', services }, project);
    expect(files['src/command/x.ts']).toContain("import { Jobs } from 'fw-jobs';\n");
    expect(files['src/command/x.ts']).toContain('.handle([Jobs], async (_input, jobs) => {\n');
  }
  const { files } = await planned({ name: 'x', services: 'Jobs' });
  expect(files['src/command/x.ts']).toContain(".handle(['Jobs'], async (_input, jobs: unknown) => {\n");
});

describe('flags', () => {
  const flags = 'file:string, dry-run:boolean, draft:boolean?, tag:string[]?, limit:integer, state:a|b';
  const written = async (schema: string): Promise<Record<string, string>> =>
    (await planned({ name: 'x', flags, schema })).files;

  test('are a zod schema', async () => {
    const files = await written('zod');
    expect(files['src/command/x.ts']).toContain(`import { z } from 'zod';

export const x = command({
  name: 'x',
  summary: 'X',
  flags: z.object({
    file: z.string(),
    dryRun: z.boolean().default(false),
    draft: z.boolean().optional(),
    tag: z.array(z.string()).optional(),
    limit: z.int(),
    state: z.enum(['a', 'b']),
  }),
}).handle(async ({ flags }) => {
  // The result is printed, with --json as JSON.
  return flags;
});
`);
    expect(files['package.json']).toContain('"zod": "^4.');
    expect(files['test/x.test.ts']).toContain(
      "x.run(container, { file: 'text', dryRun: true, draft: true, tag: ['text'], limit: 7, state: 'a' });",
    );
  });

  test('are an arktype schema', async () => {
    const files = await written('arktype');
    expect(files['src/command/x.ts']).toContain(`  flags: type({
    file: 'string',
    dryRun: 'boolean = false',
    'draft?': 'boolean',
    'tag?': 'string[]',
    limit: 'number.integer',
    state: "'a' | 'b'",
  }),
`);
  });

  test('are a valibot schema with JSON Schema', async () => {
    const files = await written('valibot');
    expect(files['src/command/x.ts']).toContain(
      "import { toStandardJsonSchema } from '@valibot/to-json-schema';\n",
    );
    expect(files['src/command/x.ts']).toContain(`  flags: toStandardJsonSchema(v.object({
    file: v.string(),
    dryRun: v.optional(v.boolean(), false),
    draft: v.optional(v.boolean()),
`);
    expect(files['package.json']).toContain('"@valibot/to-json-schema"');
  });

  test.each([
    ['json:boolean', 'Every command has the flag --json: choose another name.'],
    ['help:string', 'Every command has the flag --help: choose another name.'],
    ['file', '"file" has no type: write it as in file:string.'],
    [
      'author:{name:string}',
      'author: a command line has no objects and schemas: name a type, as in author:string.',
    ],
    ['dry-run:boolean, dryRun:boolean', '"dryRun" is named twice: name each flag once.'],
  ])('%s are rejected', async (wrong, message) => {
    await expect(planned({ name: 'x', flags: wrong })).rejects.toThrow(`--flags: ${message}`);
  });
});

describe('names', () => {
  test.each([
    ['import', 'importCommand', 'src/command/import.ts'],
    ['test', 'testCommand', 'src/command/test.ts'],
    ['posts:import-all', 'postsImportAll', 'src/command/posts-import-all.ts'],
  ])('the constant of %s is %s', async (name, constant, path) => {
    const { files } = await planned({ name });
    expect(files[path]).toContain(`export const ${constant} = command({\n  name: '${name}',`);
    expect(files['config/commands.ts']).toContain(`[${constant}]`);
  });

  test.each([
    ['ImportPosts', 'use small letters and digits, with "-" or ":" between words, as in import-posts.'],
    ['import posts', 'as in import-posts.'],
    ['a--b', 'as in a-b.'],
    ['7', 'between words.'],
  ])('%s is rejected', async (name, message) => {
    await expect(planned({ name })).rejects.toThrow(message);
  });
});

test.each([
  ['node', undefined],
  ['bun', undefined],
  ['deno', undefined],
  ['workers', '"command" needs processes, which Cloudflare Workers doesn\'t have'],
] as const)('a project for %s: %s', async (target, reason) => {
  expect(command.rejection?.({ ...(await projectWith()), target })).toBe(reason);
});
