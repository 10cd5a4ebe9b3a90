/** Under it a middleware tells whom it lets in. A registered symbol, because two copies of the package may meet. */
export const SECURITY: unique symbol = Symbol.for('fw-runtime.security');

/** How a client shows who it is, in the words of OpenAPI. */
export type SecurityScheme = { readonly description?: string } & (
  | { readonly type: 'http'; readonly scheme: string; readonly bearerFormat?: string }
  | { readonly type: 'apiKey'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string }
  | { readonly type: 'oauth2'; readonly flows: Readonly<Record<string, object>> }
  | { readonly type: 'openIdConnect'; readonly openIdConnectUrl: string }
  | { readonly type: 'mutualTLS' }
);

/** Schemes by their names, such as `{ bearerAuth: { type: 'http', scheme: 'bearer' } }`: all of them are asked for. */
export type SecuritySchemes = Readonly<Record<string, SecurityScheme>>;

/** Whom a middleware lets in: who shows all that is asked for, or, in a list, one of several; `{}` asks for nothing. */
export type Security = SecuritySchemes | readonly SecuritySchemes[];

/** What a function, a class or an object tells; of an object also what its class does. */
export function securityOf(middleware: unknown): readonly SecuritySchemes[] | undefined {
  if (middleware === null || (typeof middleware !== 'function' && typeof middleware !== 'object'))
    return undefined;
  type Owner = { readonly [SECURITY]?: Security } | undefined;
  const security = (middleware as Owner)?.[SECURITY] ?? (middleware.constructor as Owner)?.[SECURITY];
  return security && (Array.isArray(security) ? security : [security as SecuritySchemes]);
}
