// Prints the results of the suite when each request is an event of AWS Lambda (payload format 2.0), and each response its result.
import { FindMyWayRouter } from 'fw-runtime/router/find-my-way';
import { runSuite } from '../suite/suite.mjs';

/** The function that an app exports for Lambda. */
function handlerOf(app) {
  return async (event, context) => {
    const { method } = event.requestContext.http;
    const headers = new Headers(event.headers);
    if (event.cookies) headers.set('cookie', event.cookies.join('; '));
    const query = event.rawQueryString && `?${event.rawQueryString}`;
    const request = new Request(`https://${event.requestContext.domainName}${event.rawPath}${query}`, {
      method,
      headers,
      body:
        event.body === undefined
          ? undefined
          : Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8'),
    });
    const response = await app.fetch(request, { event, context, ip: event.requestContext.http.sourceIp });
    return {
      statusCode: response.status,
      headers: Object.fromEntries([...response.headers].filter(([name]) => name !== 'set-cookie')),
      cookies: response.headers.getSetCookie(),
      body: Buffer.from(await response.arrayBuffer()).toString('base64'),
      isBase64Encoded: true,
    };
  };
}

/** The event that Lambda creates from a request. */
async function eventOf(request) {
  const { pathname, search, hostname } = new URL(request.url);
  const body = new Uint8Array(await request.arrayBuffer());
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: pathname,
    rawQueryString: search.slice(1),
    headers: Object.fromEntries(request.headers),
    requestContext: {
      domainName: hostname,
      http: { method: request.method, path: pathname, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1' },
    },
    ...(body.length > 0 && { body: Buffer.from(body).toString('base64') }),
    isBase64Encoded: body.length > 0,
  };
}

async function send(app, request) {
  const event = JSON.parse(JSON.stringify(await eventOf(request)));
  const result = JSON.parse(JSON.stringify(await handlerOf(app)(event, { awsRequestId: '1' })));
  const headers = new Headers(result.headers);
  for (const cookie of result.cookies) headers.append('set-cookie', cookie);
  const bytes = Buffer.from(result.body, 'base64');
  return new Response(bytes.length > 0 ? bytes : null, { status: result.statusCode, headers });
}

console.log(JSON.stringify(await runSuite({ send, FindMyWayRouter })));
