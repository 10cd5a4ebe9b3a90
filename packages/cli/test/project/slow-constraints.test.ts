import { join } from 'node:path';
import { expect, test } from 'vitest';
import { slowRestrictions } from '../../src/project/slow-constraints.ts';
import { emptyFolder, writeFiles } from '../../../command-line/test/folders.ts';

type Routes = Parameters<typeof slowRestrictions>[0];

const routes = [
  {
    name: 'post',
    prefix: '/blog',
    path: '/{id:\\d+}/{slug:(a+)+}',
    placeholders: [
      { name: 'id', restrictions: ['\\d+'], optional: false, rest: false },
      { name: 'slug', restrictions: ['(a+)+'], optional: false, rest: false },
    ],
  },
] as unknown as Routes;

test('a constraint that recheck calls vulnerable is reported with its route and placeholder', async () => {
  const root = await emptyFolder();
  const folder = join('node_modules', 'recheck');
  await writeFiles(root, {
    [join(folder, 'package.json')]: JSON.stringify({ name: 'recheck', main: 'index.js' }),
    // The fake responds like recheck 4.5.
    [join(folder, 'index.js')]:
      `exports.check = async (source, flags) => source === '^(?:(a+)+)$' && flags === ''
      ? { status: 'vulnerable', complexity: { type: 'exponential', summary: 'exponential' } }
      : { status: 'safe', complexity: { type: 'linear', summary: 'linear' } };`,
  });

  expect(await slowRestrictions(routes, root)).toEqual([
    'The constraint (a+)+ of {slug} in the route "post" (/blog/{id:\\d+}/{slug:(a+)+}) can take exponential time in ' +
      'JavaScript, says recheck: write it with fewer repetitions.',
  ]);
});

test('a project without recheck is not checked', async () => {
  expect(await slowRestrictions(routes, await emptyFolder())).toEqual([]);
});
