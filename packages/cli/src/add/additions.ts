import type { Generator } from '../generate/engine/generator.ts';
import { database } from './database.ts';
import { docker } from './docker.ts';
import { jobs } from './jobs.ts';
import { type MiddlewareAddition, middlewareAddition, prioritiesOf } from './middleware-addition.ts';
import { accessLog } from './middleware/access-log.ts';
import { basicAuth } from './middleware/basic-auth.ts';
import { bearerAuth } from './middleware/bearer-auth.ts';
import { bodyLimit } from './middleware/body-limit.ts';
import { compression } from './middleware/compression.ts';
import { cors } from './middleware/cors.ts';
import { csrf } from './middleware/csrf.ts';
import { etag } from './middleware/etag.ts';
import { health } from './middleware/health.ts';
import { jwt } from './middleware/jwt.ts';
import { negotiate } from './middleware/negotiate.ts';
import { proxy } from './middleware/proxy.ts';
import { rateLimit } from './middleware/rate-limit.ts';
import { requestId } from './middleware/request-id.ts';
import { secureHeaders } from './middleware/secure-headers.ts';
import { serverTiming } from './middleware/server-timing.ts';
import { session } from './middleware/session.ts';
import { staticFiles } from './middleware/static.ts';
import { timeout } from './middleware/timeout.ts';
import { trustedProxy } from './middleware/trusted-proxy.ts';
import type { Priorities } from './piped.ts';
import { openapi } from './openapi.ts';
import { redis } from './redis.ts';
import { templates } from './templates.ts';

const MIDDLEWARE: readonly MiddlewareAddition[] = [
  cors,
  secureHeaders,
  csrf,
  session,
  rateLimit,
  jwt,
  bearerAuth,
  basicAuth,
  trustedProxy,
  bodyLimit,
  timeout,
  compression,
  etag,
  staticFiles,
  proxy,
  negotiate,
  requestId,
  accessLog,
  serverTiming,
  health,
  redis,
];

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
