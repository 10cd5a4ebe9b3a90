import type { RequestHandler } from '../../application/request-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import type { ServerRequest } from '../../http/server-request.ts';
import { isInspectorPath } from './inspector-path.ts';

/** What is asked for a request before the application is: static files, and with `debug` the inspector. */
export interface AskedFirst {
  /** @returns undefined, also in the promise, when the request is the application's */
  find(request: ServerRequest): Promise<HttpResponse | undefined> | undefined;
}

/** With `debug`, puts the inspector before the files. It is loaded by the first request for it. */
export function inspected(
  application: RequestHandler,
  files: AskedFirst | undefined,
): AskedFirst | undefined {
  if (application.debug === false) return files;
  let inspector: AskedFirst | undefined;
  const ask = async (request: ServerRequest): Promise<HttpResponse | undefined> => {
    const { Inspector } = await import('../../development/inspector/inspector-page.ts');
    inspector ??= new Inspector(application);
    return (await inspector.find(request)) ?? files?.find(request);
  };
  return {
    find: (request) => (isInspectorPath(request.path) ? ask(request) : files?.find(request)),
  };
}
