/**
 * The priority of each middleware in a pipeline: higher ones run first, and see the responses of lower ones. An app's
 * error handler has priority 10 000 (variant B), and routing and dispatching have 1.
 */
export const PRIORITIES = {
  // Liveness checks must not cost more than this.
  health: 21_000,
  // The client's address must be known before other middleware reads it.
  trusted_proxy: 20_000,
  // These apply to every request, whatever its response is.
  request_id: 19_000,
  access_log: 18_000,
  server_timing: 17_000,
  // These apply to every response, including error responses.
  compression: 16_000,
  secure_headers: 15_000,
  cors: 14_000,
  etag: 13_500,
  static: 11_500,
  // The session's cookie is also set on error responses.
  session: 11_000,
  // Inside the error handler, so that the middleware above sees a response for rejected requests. Middleware that
  // limits cost runs first, then middleware that depends on the client.
  timeout: 9900,
  rate_limit: 9850,
  body_limit: 9800,
  csrf: 9500,
  negotiate: 9200,
  basic_auth: 9000,
  bearer_auth: 9000,
  jwt: 9000,
  proxy: 1000,
} as const;
