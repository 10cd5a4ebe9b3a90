import { describe, expect, test } from 'vitest';
import {
  camelCase,
  validateClassName,
  validateFileName,
  kebabCase,
  pascalCase,
  sentenceCase,
} from '../../../src/generate/engine/names.ts';

describe('a class name', () => {
  test.each(['ShowPost', 'A', 'HTTPStatus', 'Page2'])('may be %s', (name) => {
    expect(validateClassName(name)).toBeUndefined();
  });

  test.each([
    ['class', '"class" is a reserved word: choose another class name, as in ClassAction.'],
    ['Delete', '"Delete" is a reserved word: choose another class name, as in DeleteAction.'],
    ['404Page', '"404Page" starts with a digit: a class name starts with a letter.'],
    ['show-post', '"show-post" is not a class name: use letters and digits, as in ShowPost.'],
    ['Show Post', '"Show Post" is not a class name: use letters and digits, as in ShowPost.'],
    ["It's", '"It\'s" is not a class name: use letters and digits, as in ItS.'],
    ['showPost', '"showPost" starts with a small letter: write ShowPost.'],
    ['', '"" is not a class name: use letters and digits.'],
    ['HttpResponse', '"HttpResponse" is a name of the language or the framework: choose another.'],
    ['__proto__', '"__proto__" is not a class name: use letters and digits, as in Proto.'],
  ])('cannot be %j', (name, fault) => {
    expect(validateClassName(name)).toBe(fault);
  });
});

describe('the name of a file', () => {
  test.each([
    ['blog', undefined],
    ['blog-2', undefined],
    [
      'Blog',
      '"Blog" cannot be used in a file name: use small letters, digits and "-", a letter first, as in blog.',
    ],
    [
      '../x',
      '"../x" cannot be used in a file name: use small letters, digits and "-", a letter first, as in x.',
    ],
    ['2', '"2" cannot be used in a file name: use small letters, digits and "-", a letter first.'],
  ])('%j', (name, fault) => {
    expect(validateFileName(name)).toBe(fault);
  });
});

test('names are written in the styles of files, keys and sentences', () => {
  const names = ['ShowPost', 'HTTPStatus', 'ApiV2', 'über uns'];
  expect(names.map(kebabCase)).toEqual(['show-post', 'http-status', 'api-v2', 'uber-uns']);
  expect(names.map(pascalCase)).toEqual(['ShowPost', 'HttpStatus', 'ApiV2', 'UberUns']);
  expect(names.map(camelCase)).toEqual(['showPost', 'httpStatus', 'apiV2', 'uberUns']);
  expect(names.map(sentenceCase)).toEqual(['Show post', 'Http status', 'Api v2', 'Uber uns']);
});
