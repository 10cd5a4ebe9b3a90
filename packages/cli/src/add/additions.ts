import type { Generator } from '../generate/engine/generator.ts';
import { database } from './database.ts';
import { docker } from './docker.ts';
import { MIDDLEWARE_ADDITIONS } from './middleware-additions.ts';
import { openapi } from './openapi.ts';
import { templates } from './templates.ts';

/** The order of the list. */
export const additions: readonly Generator[] = [
  ...MIDDLEWARE_ADDITIONS,
  openapi,
  database,
  templates,
  docker,
].map((addition) => ({ ...addition, installs: true }));
