/**
 * The property of middleware that declares the credentials it requires. The symbol is registered, so that two copies of
 * the package share it.
 *
 * @example class Auth { static readonly [SECURITY] = { apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } } as const; }
 */
export const SECURITY: unique symbol = Symbol.for('fw-runtime.security');

/**
 * An authentication scheme, as a security scheme object of OpenAPI: HTTP authentication, an API key, OAuth 2, OpenID
 * Connect or mutual TLS. The members are those of the OpenAPI specification.
 *
 * @example const scheme: SecurityScheme = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' };
 */
export type SecurityScheme = { readonly description?: string } & (
  | { readonly type: 'http'; readonly scheme: string; readonly bearerFormat?: string }
  | { readonly type: 'apiKey'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string }
  | { readonly type: 'oauth2'; readonly flows: Readonly<Record<string, object>> }
  | { readonly type: 'openIdConnect'; readonly openIdConnectUrl: string }
  | { readonly type: 'mutualTLS' }
);

/** The schemes by name, such as `{ bearerAuth: { type: 'http', scheme: 'bearer' } }`: a client needs all of them. */
export type SecuritySchemes = Readonly<Record<string, SecurityScheme>>;

/** The schemes that a client needs; an array lists alternatives, and `{}` lets every client in. */
export type Security = SecuritySchemes | readonly SecuritySchemes[];

/** The security of a function, a class or an object; an object also has that of its class. */
export function securityOf(middleware: unknown): readonly SecuritySchemes[] | undefined {
  if (middleware === null || (typeof middleware !== 'function' && typeof middleware !== 'object'))
    return undefined;
  type Owner = { readonly [SECURITY]?: Security } | undefined;
  const security = (middleware as Owner)?.[SECURITY] ?? (middleware.constructor as Owner)?.[SECURITY];
  return security && (Array.isArray(security) ? security : [security as SecuritySchemes]);
}
