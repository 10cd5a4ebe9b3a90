import type { Case } from './case.ts';
import { contracts } from './contracts.ts';
import { errors } from './errors.ts';
import { exchange } from './exchange.ts';
import { messages } from './messages.ts';
import { middlewareValues } from './middleware-values.ts';
import { names } from './names.ts';
import { pipeline } from './pipeline.ts';
import { platform } from './platform.ts';
import { refusals } from './refusals.ts';
import { renderer } from './renderer.ts';
import { routing } from './routing.ts';
import { variantA } from './variant-a.ts';
import { variantB } from './variant-b.ts';

/** The framework by example, chapter by chapter. */
export const cases: Readonly<Record<string, readonly Case[]>> = {
  routing,
  'names of routes': names,
  'middleware values': middlewareValues,
  'the pipeline': pipeline,
  'variant A': variantA,
  'variant B': variantB,
  'errors and bodies': errors,
  'requests that cannot be routed': refusals,
  'one place for errors': renderer,
  'what is sent': exchange,
  'what the platform hands over': platform,
  'requests and responses': messages,
  contracts,
};
