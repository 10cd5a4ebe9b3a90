import type { Choices } from './flag.ts';

/** The two shapes of middleware. */
export type Variant = 'a' | 'b';

/** Project layouts: where a project registers its routes and its pipeline. */
export type ProjectLayout = 'config' | 'hybrid' | 'programmatic';

/** The router of the project. */
export type Router = 'tree' | 'find-my-way' | 'rou3' | 'path-to-regexp';

/** The platform that the project runs on. */
export type Target = 'node' | 'bun' | 'deno' | 'workers';

/** The program that installs the project's packages. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun' | 'deno';

/** The choices that determine the generated files. */
export interface ProjectShape {
  readonly variant: Variant;
  readonly form: ProjectLayout;
  readonly router: Router;
  readonly target: Target;
  readonly packageManager: PackageManager;
}

export const VARIANTS: Choices<Variant> = {
  a: 'middleware (request, response, next), error middleware – if you know double-pass middleware',
  b: "middleware (request, delegate), thrown errors – if you know Koa, Hono or PSR-15, or aren't sure",
};

/** The variants as their prompt explains them: the signature, three lines of a middleware, and the people it suits. */
export const VARIANT_EXPLANATIONS: Choices<Variant> = {
  a: `(request, response, next)
  const ok = check(request);
  if (!ok) return next(denied);
  return next();
Errors go to error middleware. For people from double-pass middleware or Zend Expressive 1. Most people from Express are better served by b.`,
  b: `(request, delegate)
  const ok = check(request);
  if (!ok) throw denied;
  return delegate(request);
Errors are thrown. For people from Koa, Hono or PSR-15, and if you aren't sure. fromConnect() runs Express middleware in it.`,
};

export const PROJECT_LAYOUTS: Choices<ProjectLayout> = {
  config: 'in configuration files, which are merged',
  hybrid: 'in configuration files, plus routes in code',
  programmatic: 'in code, with app.get(…) and app.pipe(…)',
};

export const ROUTERS: Choices<Router> = {
  tree: 'the default: all features, no extra package',
  'find-my-way': 'the radix-tree router of Fastify',
  rou3: 'the radix-tree router of Nitro and h3',
  'path-to-regexp': 'the matcher of Express',
};

export const TARGETS: Choices<Target> = {
  node: 'a server on Node, the default',
  bun: 'a server on Bun, without a build',
  deno: 'a server on Deno, without a build, with few permissions',
  workers: 'Cloudflare Workers, deployed with wrangler; also runs on Node locally',
};

export const PACKAGE_MANAGERS: Choices<PackageManager> = {
  npm: 'comes with Node',
  pnpm: 'stores each package once per machine',
  yarn: 'with a node_modules folder',
  bun: 'the package manager of Bun; --target sets where the app runs',
  deno: 'the package manager of Deno; --target sets where the app runs',
};
