import { Call, quoted } from '../edit/code.ts';
import type { Change } from '../generate/engine/change.ts';
import { configFile, configure } from '../generate/engine/config-files.ts';
import type { Generator } from '../generate/engine/generator.ts';
import { requirePackages } from '../generate/engine/installation.ts';
import { registerByCall } from '../generate/engine/pipeline-entry.ts';
import type { Project } from '../project/project.ts';
import { createOnce, valuesFor } from './middleware-addition.ts';
import { packageSpec } from './package-spec.ts';
import { addProvider } from './providers-file.ts';

const OPENAPI_ENTRY = 'fw-middleware/openapi';
/** The services to register, by the names of their routes. */
const ROUTES: Readonly<Record<string, { readonly path: string; readonly service: string }>> = {
  openapi: { path: '/openapi.json', service: OPENAPI_ENTRY },
  docs: { path: '/docs', service: `${OPENAPI_ENTRY}/reference` },
};

/** The OpenAPI document of the app, and a page that shows it. */
export const openapi: Generator = {
  kind: 'openapi',
  summary: 'OpenAPI document of the routes (/openapi.json), and a page that shows it (/docs)',
  questions: [],
  examples: ['openapi'],

  async plan(project, answers, change) {
    const values = { ...valuesFor(project, 'openapi', answers), title: titleOf(change) };
    requirePackages(change, {
      'fw-middleware': packageSpec('fw-middleware', project, change, process.env),
      '@scalar/fastify-api-reference': '^1.46.4',
    });
    addProvider(change, { name: 'openapiProvider', from: OPENAPI_ENTRY });
    await createOnce(change, 'config/autoload/openapi.global.ts', 'add/openapi/global.ts', values);
    await createOnce(change, 'test/openapi.test.ts', 'add/openapi/test.ts', values);
    const named = Object.entries(ROUTES);
    for (const [name, { path, service }] of named) register(project, change, name, path, service);
    return {
      services: named.map(([, { service }]) => service),
      routes: named.map(([name, { path }]) => ({ name, method: 'GET', path })),
    };
  },
};

/** The package name without its scope. */
function titleOf(change: Change): string {
  const { name = 'API' } = JSON.parse(change.read('package.json') ?? '{}') as { readonly name?: string };
  return name.slice(name.indexOf('/') + 1);
}

/** Registers a route for a service: by a call, or in the configuration. */
function register(project: Project, change: Change, name: string, path: string, service: string): void {
  if (project.layout === 'programmatic') {
    registerByCall(change, 'config/routes.ts', {
      imports: [],
      print: (style) => `.get(${[path, service, name].map((text) => quoted(text, style)).join(', ')})`,
    });
    return;
  }
  const file = configFile(project, 'routes', '');
  const value = file.endsWith('.json')
    ? { name, path, middleware: service, allowed_methods: ['GET'] }
    : new Call('route', 'GET', path, service, { name });
  // The existing route may have another path.
  const isSame = (existing: unknown): boolean => JSON.stringify(existing).includes(JSON.stringify(service));
  configure(project, change, file, { path: ['routes'], key: name, value, within: 'list', isSame }, [
    { name: 'route', from: project.runtime },
  ]);
}
