import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type } from 'arktype';
import { AppFactory, TextResponse } from 'fw-runtime/b';
import { contract, type Schema } from 'fw-runtime/contract';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Field, fieldsIn, FIELD_TYPES, validateFields } from '../../../src/generate/contract/fields.ts';
import { bodySamples, querySamples, type Samples } from '../../../src/generate/contract/samples.ts';
import { LIBRARIES, type LibraryName } from '../../../src/generate/contract/libraries.ts';

const types = Object.keys(FIELD_TYPES);
const fields = [...types, 'draft|published'].flatMap((type) =>
  ['', '?', '[]', '[]?'].map((ending) => `field:${type}${ending}`),
);

/** The schema in generated code. */
function evaluate(code: string): Schema {
  return new Function('z', 'v', 'type', `return ${code}`)(z, v, type) as Schema;
}

/** The response of a route whose contract has a generated schema. */
async function answerTo(part: 'query' | 'body', schema: Schema, sent: Samples['good']): Promise<unknown> {
  const app = AppFactory.create();
  const handler = contract({ [part]: schema }).handle(() => new TextResponse('taken'));
  app.route('/', handler, ['GET', 'POST']);
  app.pipeRoutingMiddleware().pipeDispatchMiddleware();
  const pairs = Object.entries(sent).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  const body = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(sent),
  };
  const response = await (part === 'query'
    ? app.request(`/?${new URLSearchParams(pairs)}`)
    : app.request('/', body));
  if (response.status === 200) return 200;
  const { errors } = (await response.json()) as { errors: { pointer: string; in: string }[] };
  return [response.status, ...errors.map((error) => `${error.in} ${error.pointer}`)];
}

describe.each(Object.keys(LIBRARIES) as LibraryName[])('with %s', (name) => {
  test.each(fields)('the samples of %s in a body are accepted and rejected', async (text) => {
    const read = fieldsIn(text);
    const { good, bad } = bodySamples(read);
    const schema = evaluate(LIBRARIES[name].body(read));

    expect(await answerTo('body', schema, good)).toBe(200);
    expect(await answerTo('body', schema, { ...good, field: bad?.value ?? '' })).toEqual([
      422,
      'body /field',
    ]);
    expect(await answerTo('body', schema, {})).toEqual(isOptional(read) ? 200 : [422, 'body /field']);
  });

  test.each(fields)('the samples of %s in a query are accepted and rejected', async (text) => {
    const read = fieldsIn(text);
    const { good, bad } = querySamples(read);
    const schema = evaluate(LIBRARIES[name].query(read));

    expect(await answerTo('query', schema, good)).toBe(200);
    if (bad === undefined) expect(read[0]?.isList).toBe(true);
    else expect(await answerTo('query', schema, { field: bad.value })).toEqual([422, 'query /field']);
    expect(await answerTo('query', schema, {})).toEqual(isOptional(read) ? 200 : [422, 'query /field']);
  });

  test('constraints of placeholders are kept', () => {
    const params = [
      { name: 'id', patterns: [/^\d+$/, /^[1-3]+$/], isOptional: false },
      { name: 'page-number', patterns: [/^\d$/], isOptional: true },
      { name: 'rest', patterns: [], isOptional: true },
    ];
    const { validate } = evaluate(LIBRARIES[name].params(params))['~standard'];

    expect(validate({ id: '12', 'page-number': '1', rest: 'a/b' })).not.toHaveProperty('issues');
    expect(validate({ id: '12' })).not.toHaveProperty('issues');
    for (const params of [{ id: '14' }, { id: 'x' }, {}, { id: '1', 'page-number': 'x' }])
      expect(validate(params)).toHaveProperty('issues');
  });

  test('the package has the version that the runtime is tested with', async () => {
    const manifest = join(import.meta.dirname, '..', '..', '..', '..', 'runtime', 'package.json');
    expect(JSON.parse(await readFile(manifest, 'utf8')).devDependencies).toMatchObject(
      LIBRARIES[name].packages,
    );
  });
});

function isOptional([field]: readonly Field[]): boolean {
  return field?.isOptional === true;
}

test('fields are parsed with any white space between them', () => {
  expect(fieldsIn('title : string,\r\n  state: draft | published [] ?, ')).toEqual([
    { name: 'title', type: 'string', isList: false, isOptional: false },
    { name: 'state', type: ['draft', 'published'], isList: true, isOptional: true },
  ]);
});

test.each([
  ['', undefined],
  ['class:string, default:integer?, first-name:a|b', undefined],
  ['title', '"title" has no type: write it as in title:string.'],
  [
    'title:text',
    `title: there is no type "text": there are ${types.join(', ')}, strings as in draft|published, an object as in {name:string}, or the name of a schema that src/ exports; "[]" behind it for an array, "?" where it may be absent.`,
  ],
  ['title:', /^title: there is no type "": there are string/],
  ['title:string??', /^title: there is no type "string\?": there are string/],
  ['address:{street:string, at:{x:number}}[]?', undefined],
  ['title:String', /^title: there is no type "String"/],
  ['author:{name:string}}', /^The braces of a nested object do not match/],
  ['author:{name}', 'author: "name" has no type: write it as in name:string.'],
  ['state:draft|', /^state: "" is not one of several strings, as in draft\|published/],
  ["state:draft|it's", /^state: "it's" is not one of several strings/],
  ['state:string|number', /^state: "string" is not one of several strings/],
  ['state:a|b|a', 'state: "a" is named twice.'],
  ['title:string, body:string, title:number', '"title" is named twice: name each field once.'],
  ['__proto__:string', '"__proto__" is something that every object has: choose another name.'],
  ['constructor:string', /^"constructor" is something that every object has/],
  ['1st:string', /^"1st" is not the name of a field/],
  ['a b:string', /^"a b" is not the name of a field/],
  [':string', /^"" is not the name of a field/],
  ["it's:string", /^"it's" is not the name of a field/],
])('the fields %j are rejected: %s', (text, reason) => {
  if (reason instanceof RegExp) expect(validateFields(text)).toMatch(reason);
  else expect(validateFields(text)).toBe(reason);
});
