import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from './kinds/app.ts';
import { command } from './kinds/command.ts';
import { config } from './kinds/config.ts';
import { errorHandler } from './kinds/error-handler.ts';
import { errorMiddleware } from './kinds/error-middleware.ts';
import type { Generator } from './engine/generator.ts';
import { generatorOfGenerators } from './kinds/generator.ts';
import { job } from './kinds/job.ts';
import { migration } from './kinds/migration.ts';
import { middleware } from './kinds/middleware.ts';
import { resource } from './kinds/resource.ts';
import { route } from './kinds/route.ts';
import { service } from './kinds/service.ts';
import { requestTest } from './kinds/request-test.ts';
import { projectAround, type Project } from '../project/project.ts';

const OWN: readonly Generator[] = [
  route,
  resource,
  middleware,
  errorMiddleware,
  errorHandler,
  service,
  command,
  job,
  migration,
  app,
  config,
  requestTest,
];

/** The order of the list. */
export const GENERATORS: readonly Generator[] = [...OWN, generatorOfGenerators(OWN.map(({ kind }) => kind))];

/** A file of a project that defines generators. */
export interface Plopfile {
  readonly project: Project;
  readonly name: string;
}

const NAMES = ['plopfile.ts', 'plopfile.js'];

/** The plopfile of the project that contains a folder; undefined when the project or the plopfile is missing. */
export function findPlopfile(cwd: string): Plopfile | undefined {
  const project = projectAround(cwd);
  const name = project && NAMES.find((name) => existsSync(join(project.root, name)));
  return project && name !== undefined ? { project, name } : undefined;
}
