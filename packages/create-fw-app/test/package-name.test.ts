import { describe, expect, test } from 'vitest';
import { derivePackageName } from '../src/package-name.ts';

describe('the package name of a project', () => {
  test('is the name of its folder, without a message', () => {
    expect(derivePackageName('my-site_2.0')).toEqual({ name: 'my-site_2.0', note: undefined });
  });

  test.each([
    ['My Site', 'my-site'],
    ['.hidden', 'hidden'],
    ['_private', 'private'],
    ['Café Zürich', 'cafe-zurich'],
    ['a  &  b!', 'a-b'],
    ["Bob's", 'bob-s'],
  ])('is derived from the folder %j as %j, with a message', (folder, name) => {
    expect(derivePackageName(folder)).toEqual({
      name,
      note: `The package is named ${name}: npm does not allow "${folder}" as a name.`,
    });
  });

  test.each(['typescript', 'Vitest', 'fw-runtime'])('is not the name of a dependency: %s', (folder) => {
    const dependency = folder.toLowerCase();
    expect(derivePackageName(folder)).toEqual({
      name: `${dependency}-site`,
      note: `The package is named ${dependency}-site, because the project itself depends on ${dependency}.`,
    });
  });

  test.each([
    ['@acme', 'shop', '@acme/shop', 'The package is named @acme/shop.'],
    [
      '@Acme',
      'My Shop',
      '@acme/my-shop',
      'The package is named @acme/my-shop: npm does not allow "My Shop" as a name.',
    ],
    [
      '@types',
      'node',
      '@types/node-site',
      'The package is named @types/node-site, because the project itself depends on @types/node.',
    ],
  ])('has the scope of the parent folder: %s/%s', (above, folder, name, note) => {
    expect(derivePackageName(folder, above)).toEqual({ name, note });
  });

  test.each(['http', 'fs'])('is not the name of a module of Node: %s', (folder) => {
    expect(derivePackageName(folder)).toEqual({
      name: `${folder}-site`,
      note: `The package is named ${folder}-site, because ${folder} is a module of Node.`,
    });
  });

  test.each(['', '...', '日本', '---', 'node_modules', 'x'.repeat(215)])(
    'cannot be derived from %j',
    (folder) => {
      expect(() => derivePackageName(folder)).toThrow(
        expect.objectContaining({
          exitCode: 2,
          message: expect.stringContaining(`The folder name "${folder}" cannot be used as a package name`),
        }),
      );
    },
  );
});
