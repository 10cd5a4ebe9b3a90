import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GeneratedProject } from '../../../src/generate/engine/generator.ts';
import { generated } from './generate-test.ts';
import { projectWith } from '../../project-with.ts';

test.each([
  [{ path: 'ping' }, '"ping" is not the path of a request'],
  [{ path: '/a b' }, '"/a b" is not the path of a request'],
  [{ path: '/', method: 'CONNECT' }, 'is not the method of a request that a test can send'],
  [{ path: '/', status: '101' }, '"101" is not a status'],
  [{ path: '/', header: 'Accept' }, '"Accept" is not a header'],
  [{ path: '/', body: 'text' }, 'GET has no body'],
])('an answer that makes no request is rejected: %o', async (answers, reason) => {
  await expect(generated(answers)).rejects.toThrow(reason);
});

test('a file that the server sends itself is rejected', async () => {
  const project = await projectWith({ 'public/style.css': 'p {}' });

  await expect(generated({ path: '/style.css?v=1' }, { project })).rejects.toThrow(
    'public/style.css is sent by the server itself',
  );
});

test('a test whose name is taken gets a number, and the same command again changes nothing', async () => {
  const other = await projectWith({ 'test/get-ping.test.ts': '// Another test.\n' });
  const { path, text } = await generated({ path: '/ping' }, { project: other });
  expect(path).toBe('test/get-ping-2.test.ts');

  const same = await projectWith({ 'test/get-ping.test.ts': text });
  expect((await generated({ path: '/ping' }, { project: same })).path).toBe('');
});

describe('in a hybrid project, whose entry adds routes', () => {
  const hybrid = async (entry: string, route: string): Promise<GeneratedProject> => {
    const project = await projectWith({ [entry]: route });
    await mkdir(join(project.root, 'node_modules'));
    for (const name of ['runtime', 'devtools']) {
      const folder = join(import.meta.dirname, '../../../..', name);
      await symlink(folder, join(project.root, 'node_modules', `fw-${name}`));
    }
    return { ...project, layout: 'hybrid', entry };
  };
  const imports =
    "import { Guard } from '#app/guard';\nimport { Post as SavePost } from './action/post.ts';\n";

  test.each([
    ['src/worker.ts', '../src/action/post.ts'],
    ['public/index.ts', '../public/action/post.ts'],
  ])('a test of a route that %s adds registers the route as well', async (entry, module) => {
    const route = `${imports}const site = make();\nsite.put('/post/{id:\\\\d+}', [Guard, SavePost], 'post');\n`;
    const project = await hybrid(entry, route);
    const { text } = await generated({ method: 'PUT', path: '/post/7?a=b' }, { project });

    expect(text).toContain(
      `import { Guard } from '#app/guard';\nimport { Post as SavePost } from '${module}';\n`,
    );
    expect(text).toContain(
      "// The entry registers the same route.\nconst app = createTestApp();\napp.put('/post/{id:\\\\d+}', [Guard, SavePost], 'post');\n",
    );
    for (const other of [
      { method: 'PUT', path: '/post/x' },
      { method: 'POST', path: '/post/7' },
    ])
      expect((await generated(other, { project })).text).not.toContain('As the entry adds it');
  });

  test('a test of a route whose handler is in the entry itself is rejected', async () => {
    const project = await hybrid('public/index.ts', "app.get('/now', () => new TextResponse('now'));\n");

    await expect(generated({ path: '/now' }, { project })).rejects.toThrow(
      'GET /now is handled by a route that public/index.ts defines itself',
    );
    expect((await generated({ path: '/later' }, { project })).text).not.toContain('/now');
  });
});
