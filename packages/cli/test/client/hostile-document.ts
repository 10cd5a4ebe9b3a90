const json = (schema: object): object => ({ 'application/json': { schema } });
export const ok = (schema: object): object => ({ 200: { description: 'OK', content: json(schema) } });

/**
 * A document with an address in each place that OpenAPI 3.0, 3.1 and 3.2 permit. The types need none of the
 * addresses.
 *
 * @param at returns the address for a place
 */
export function hostile(at: (place: string) => string, openapi: string): object {
  const pets = {
    oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
    discriminator: {
      propertyName: 'kind',
      mapping: {
        cat: '#/components/schemas/Cat',
        dog: 'Dog',
        evil: at('mapping'),
        name: at('mapping-with-a-known-name'),
      },
      defaultMapping: at('default-mapping'),
    },
  };
  const examples = {
    one: { summary: 'One', externalValue: at('external-value') },
    two: { dataValue: { externalValue: at('external-value-in-data') }, serializedValue: at('serialized') },
    three: { externalDataValue: at('external-data-value') },
  };
  const links = {
    next: { operationRef: at('operation-ref'), server: { url: at('link-server') } },
  };
  return {
    openapi,
    $self: at('self'),
    $schema: at('schema'),
    jsonSchemaDialect: at('dialect'),
    info: {
      title: 'Pets',
      version: '1',
      termsOfService: at('terms'),
      contact: { url: at('contact') },
      license: { name: 'MIT', url: at('license') },
    },
    externalDocs: { url: at('docs') },
    servers: [{ url: at('server'), variables: { a: { default: at('variable') } } }],
    tags: [{ name: 'pets', externalDocs: { url: at('tag-docs') } }],
    security: [{ oauth: [] }],
    paths: {
      '/pets': {
        servers: [{ url: at('path-server') }],
        get: {
          operationId: 'pets',
          parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' }, examples }],
          responses: {
            200: { description: 'OK', links, content: { 'application/json': { schema: pets, examples } } },
          },
          callbacks: {
            done: {
              [at('callback')]: {
                post: {
                  requestBody: { content: { 'application/json': { schema: pets, examples } } },
                  responses: ok({ type: 'string', externalDocs: { url: at('callback-docs') } }),
                },
              },
            },
          },
        },
      },
    },
    webhooks: { made: { post: { responses: ok({ type: 'string', xml: { namespace: at('xml') } }) } } },
    components: {
      examples,
      links,
      securitySchemes: {
        oauth: {
          type: 'oauth2',
          flows: {
            authorizationCode: {
              authorizationUrl: at('auth'),
              tokenUrl: at('token'),
              scopes: { a: at('scope') },
            },
          },
        },
        oidc: { type: 'openIdConnect', openIdConnectUrl: at('oidc') },
      },
      schemas: {
        Cat: {
          $id: at('id'),
          $schema: at('schema-of-a-schema'),
          $dynamicRef: at('dynamic-ref'),
          $recursiveRef: at('recursive-ref'),
          $vocabulary: { [at('vocabulary')]: true },
          type: 'object',
          properties: {
            kind: { type: 'string' },
            // The names of keywords are also names of properties.
            discriminator: { $ref: '#/components/schemas/Mapped' },
            externalValue: { type: 'number' },
            mapping: { type: 'string' },
          },
          required: ['kind', 'externalValue'],
          example: { externalValue: at('example') },
          examples: [{ externalValue: at('examples') }],
          default: { externalValue: at('default') },
        },
        Dog: { type: 'object', properties: { kind: { type: 'string' } }, required: ['kind'] },
        // Reached as a discriminator and as a mapping by references within the document.
        Confused: { type: 'object', discriminator: { $ref: '#/components/x-discriminator' } },
        AlsoConfused: {
          type: 'object',
          discriminator: { propertyName: 'a', mapping: { $ref: '#/components/x-mapping' } },
        },
        InProperties: { $ref: '#/components/x-properties' },
        Mapped: { type: 'object', properties: { a: { type: 'string' } } },
      },
      'x-discriminator': {
        propertyName: 'a',
        mapping: { name: at('confused'), title: at('confused-title') },
      },
      'x-mapping': { name: at('confused-mapping'), description: at('confused-description') },
      'x-properties': { discriminator: { $ref: '#/components/x-discriminator' } },
      'x-anything': { externalValue: at('extension') },
    },
  };
}
