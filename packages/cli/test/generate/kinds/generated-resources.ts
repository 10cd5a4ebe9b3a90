import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppFactory as FactoryA } from 'fw-runtime/a';
import { AppFactory as FactoryB } from 'fw-runtime/b';
import { ServiceManager } from 'fw-runtime/service-manager';
import { onTestFinished } from 'vitest';
import { completeAnswers } from '#command-line/answers';
import type { Answers } from '#command-line/flag';
import { database } from '../../../src/add/database.ts';
import { Change } from '../../../src/generate/engine/change.ts';
import type { GeneratedProject, Generator } from '../../../src/generate/engine/generator.ts';
import { resource } from '../../../src/generate/kinds/resource.ts';
import { inspection } from '../../project-with.ts';
import { emptyFolder, writeFiles } from '../../../../command-line/test/folders.ts';

const modules = join(import.meta.dirname, '..', '..', '..', '..', '..', 'node_modules');

/** A request to the routes, with a JSON body as a string. */
export type Send = (method: string, path: string, body?: string) => Promise<Response>;

/** The stores of generated resources: memory, or the database of a URL. */
export type Store = 'memory' | { readonly url: string; readonly schema?: string };

/** A project in a folder that is removed after the test. */
export async function emptyProject(variant: 'a' | 'b'): Promise<GeneratedProject> {
  const root = await emptyFolder();
  await symlink(modules, join(root, 'node_modules'), 'junction');
  const imports = { '#app/*': './src/*.ts', '#application/*': './src/*.ts' };
  await writeFile(
    join(root, 'package.json'),
    `${JSON.stringify({ type: 'module', imports, dependencies: {} }, null, 2)}\n`,
  );
  return {
    root,
    variant,
    layout: 'config',
    alias: variant === 'a' ? '#application' : '#app',
    runtime: `fw-runtime/${variant}`,
    target: 'node',
    packageManager: 'npm',
    entry: 'public/index.ts',
    inspection,
  };
}

const asking = { terminal: undefined, yes: true, signal: AbortSignal.any([]) };

/** Writes the files of a generator. */
export async function generate(
  project: GeneratedProject,
  { questions, plan }: Generator,
  given: Answers,
): Promise<void> {
  const change = new Change(project.root);
  await plan(project, await completeAnswers(questions, given, project, asking), change);
  const files = change.finish().map(({ path, after }): [string, string] => [path, after]);
  await writeFiles(project.root, Object.fromEntries(files));
}

/**
 * Generates resources, and serves them.
 *
 * @param resources the answers to the questions of each, whose service is the plural of its name
 */
export async function serveResources(
  variant: 'a' | 'b',
  store: Store,
  resources: readonly (Answers & { readonly name: string })[],
): Promise<Send> {
  const project = await emptyProject(variant);
  const isStored = store !== 'memory';
  if (isStored) await generate(project, database, {});
  for (const answers of resources) await generate(project, resource, answers);

  const container = await containerOf(project, store);
  const app = (variant === 'a' ? FactoryA : FactoryB).create(container);
  for (const { name } of resources) {
    const many = `${name}s`;
    const Service = `${many[0]?.toUpperCase()}${many.slice(1)}`;
    const services = await import(join(project.root, 'src', many, `${many}.ts`));
    const routes = await import(join(project.root, 'src', many, `${name}-routes.ts`));
    container.setInvokable(Service, services[isStored ? Service : `Memory${Service}`]);
    app.add(routes[many]);
  }
  app.pipeRoutingMiddleware().pipeDispatchMiddleware();
  return (method, path, body) =>
    app.request(path, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body !== undefined && { body }),
    });
}

/** A container with the services of `fw add database`, which is disposed of after the test. */
export async function containerOf(
  { root }: Pick<GeneratedProject, 'root'>,
  store: Store,
): Promise<ServiceManager> {
  const container = new ServiceManager();
  onTestFinished(() => container.dispose());
  if (store === 'memory') return container;
  const { Database } = await import(join(root, 'src/database/database.ts'));
  const { Notes } = await import(join(root, 'src/database/notes.ts'));
  container.setInvokable('Database', Database);
  container.setInvokable('Notes', Notes);
  const options = { url: store.url, migrate: true, ...(store.schema && { testSchema: store.schema }) };
  container.setService('config', { database: options });
  return container;
}
