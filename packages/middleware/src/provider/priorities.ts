/**
 * Where each middleware stands in a pipeline: higher ones run first, so that they see what those below answer. A site's error
 * handler stands at 10 000 (variant B), routing and dispatching at 1.
 */
export const PRIORITIES = {
  // Nothing else is spent on the question whether the process lives.
  health: 21_000,
  // Who the client is, before anybody asks.
  trusted_proxy: 20_000,
  // What is told of every request, whatever becomes of it.
  request_id: 19_000,
  access_log: 18_000,
  server_timing: 17_000,
  // What every response gets, those of errors too.
  compression: 16_000,
  secure_headers: 15_000,
  cors: 14_000,
  etag: 13_500,
  static: 11_500,
  // Its cookie is set on the responses of errors too.
  session: 11_000,
  // Below the error handler, so that those above see a response of what is refused: first what keeps requests from costing too
  // much, then what depends on who asks.
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
