import type { Generator } from '../generate/engine/generator.ts';
import { database } from './database.ts';
import { docker } from './docker.ts';
import { jobs } from './jobs.ts';
import { middlewareAddition, prioritiesOf } from './middleware-addition.ts';
import { MIDDLEWARE } from './middleware.ts';
import type { Priorities } from './piped.ts';
import { openapi } from './openapi.ts';
import { templates } from './templates.ts';

/** The priority of each middleware of fw-middleware. */
export const PRIORITIES: Priorities = prioritiesOf(MIDDLEWARE);

/** The order of the list. */
export const additions: readonly Generator[] = [
  ...MIDDLEWARE.map((addition) => middlewareAddition(addition, PRIORITIES)),
  openapi,
  database,
  jobs,
  templates,
  docker,
].map((addition) => ({ ...addition, installs: true }));
