import { expect, test } from 'vitest';
import { withoutAddresses } from '../../src/client/without-addresses.ts';
import { hostile } from './hostile-document.ts';

const TARGETS = [
  'http://169.254.169.254/a.json',
  'https://evil.example/a.json#/a',
  'file:///etc/passwd',
  '/etc/passwd',
  './secret.json',
  '../secret.json#/a',
  '//evil.example/a',
  '#a/../../etc/passwd',
];
/** The places of addresses for a resolver: each `$ref`, each `externalValue`, and the values of a mapping. */
function followed(value: unknown, isMapping = false): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    typeof member === 'string'
      ? isMapping || key === '$ref' || key === 'externalValue'
        ? [member]
        : []
      : followed(member, key === 'mapping' && Object.hasOwn(value, 'propertyName')),
  );
}

test.each(['3.0.3', '3.1.0', '3.2.0'])('a document of OpenAPI %s keeps only local references', (openapi) => {
  for (const target of TARGETS) {
    const { paths, components } = withoutAddresses(
      hostile(() => target, openapi),
      'openapi.json',
    ) as Record<string, Record<string, Record<string, Record<string, unknown>>>>;
    expect(new Set(followed({ paths, components }))).toEqual(
      new Set([
        '#/components/schemas/Cat',
        '#/components/schemas/Dog',
        '#/components/schemas/Mapped',
        '#/components/x-discriminator',
        '#/components/x-properties',
        // In an object that becomes a mapping only by a reference, and that no discriminator refers to.
        target,
      ]),
    );
    expect(components?.['schemas']?.['Confused']?.['discriminator']).toEqual({
      allOf: [{ $ref: '#/components/x-discriminator' }],
    });
    expect(components?.['schemas']?.['AlsoConfused']?.['discriminator']).toEqual({
      propertyName: 'a',
      mapping: {},
    });
  }
});

test('strings that types show are kept, as are properties with the names of keywords', () => {
  const schema = {
    type: 'object',
    title: 'A post',
    description: 'See https://example.com/a.',
    properties: {
      url: { type: 'string', format: 'uri', default: 'https://example.com', enum: ['https://a/', 'b'] },
      mapping: { type: ['string', 'null'], description: 'of a/b' },
      discriminator: { type: 'string', description: 'of a/b' },
      $ref: { const: 'a/b' },
      __proto__: { type: 'null' },
    },
    required: ['url'],
  };
  const document = JSON.parse(JSON.stringify({ schema })) as object;
  expect(withoutAddresses(document, 'openapi.json')).toEqual(document);
});
