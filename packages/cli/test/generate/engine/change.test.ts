import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NotUnderstoodError } from '../../../src/edit/syntax.ts';
import { Change } from '../../../src/generate/engine/change.ts';
import { emptyFolder, writeFiles } from '../../../../command-line/test/folders.ts';

async function project(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const root = await emptyFolder();
  await writeFiles(root, { 'package.json': '{\n}\n', 'config/routes.ts': 'one\ntwo\n', ...files });
  return root;
}

test('created code is parsed before it is written', async () => {
  const root = await project();
  const change = new Change(root);
  change.create('src/broken.ts', 'export class {{name}} {');
  expect(() => change.finish()).toThrow('src/broken.ts was not understood');
});

test('a file that is not UTF-8 is not edited, because it could not be restored', async () => {
  const root = await project();
  await writeFile(join(root, 'config/latin.ts'), Buffer.from([0x61, 0xe9]));
  expect(() => new Change(root).read('config/latin.ts')).toThrow(
    'config/latin.ts is not UTF-8: save it as UTF-8 first.',
  );
});

test('new files have the line ends of the file that is edited with them', async () => {
  const change = new Change(await project({ 'config/routes.ts': 'one\r\ntwo\r\n' }));
  change.create('src/post.ts', 'export class Post {\n}\n');
  change.edit('config/routes.ts', '', (text) => `const a = 1;\r\n${text}`, '');
  change.edit('config/blog.ts', 'const a = 1;\n', (text) => `${text}const b = 2;\n`, '');
  expect(change.finish().map(({ after }) => after)).toEqual([
    'export class Post {\r\n}\r\n',
    'const a = 1;\r\none\r\ntwo\r\n',
    'const a = 1;\r\nconst b = 2;\r\n',
  ]);
});

test('new files have the line ends of package.json if no file is edited', async () => {
  const change = new Change(await project({ 'package.json': '{\r\n}\r\n' }));
  change.create('config/mail.ts', 'const a = 1;\n');
  expect(change.finish()[0]?.after).toBe('const a = 1;\r\n');
  const unix = new Change(await project());
  unix.create('config/mail.ts', 'const a = 1;\n');
  expect(unix.finish()[0]?.after).toBe('const a = 1;\n');
});

test('a file with other line ends after a checkout is the same file', async () => {
  const change = new Change(await project({ 'src/post.ts': 'export class Post {\r\n}\r\n' }));
  change.create('src/post.ts', 'export class Post {\n}\n');
  change.edit('config/routes.ts', '', (text) => `const a = 1;\n${text}`, '');
  expect(change.finish().map(({ path }) => path)).toEqual(['config/routes.ts']);
});

test('if a file is not understood, all manual steps are printed', async () => {
  const change = new Change(await project());
  change.create('src/post.ts', 'export class Post {\n}\n');
  change.edit('config/services.ts', '', () => 'const a = 1;\n', 'services');
  change.edit('config/routes.ts', '', (text) => `${text}three`, "import { Post } from '../src/post.ts';");
  const fail = (): never => {
    throw new NotUnderstoodError('config/pipeline.ts', 'it calls nothing');
  };
  change.edit('config/pipeline.ts', '', fail, 'app.pipe(Post);');
  expect(() => change.finish()).toThrow(`config/pipeline.ts was not understood: it calls nothing.
Nothing was written. To do it by hand:

Create src/post.ts:

  export class Post {
  }

Create config/services.ts:

  const a = 1;

Add this to config/routes.ts:

  import { Post } from '../src/post.ts';

Add this to config/pipeline.ts:

  app.pipe(Post);
`);
});

test.each(['src/cons/con.ts', 'test/aux.test.ts', 'src/nul/a.ts', 'src/COM1.ts', 'src/a./b.ts'])(
  '%s is not created, because Windows cannot check it out',
  async (path) => {
    const change = new Change(await project());
    change.create(path, 'export {};\n');
    expect(() => change.finish()).toThrow(
      new RegExp(`^${path} was not created: .*Windows.*Choose another name`),
    );
  },
);

test('an existing folder is used, whatever its name', async () => {
  const change = new Change(await project({ 'src/aux/a.ts': 'export {};\n' }));
  change.create('src/aux/b.ts', 'export {};\n');
  expect(change.finish()).toHaveLength(1);
});
