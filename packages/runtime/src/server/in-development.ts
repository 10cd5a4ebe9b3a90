import type { Servable } from '../application/servable.ts';
import type { Answering } from './answering.ts';
import type { AskedFirst } from './inspected.ts';

/**
 * An application as a server has it with `debug`, where requests are recorded; what records them is loaded now.
 *
 * @param files asked before the application
 */
export function inDevelopment(application: Servable, files: AskedFirst | undefined): Answering {
  let loaded: Answering | undefined;
  const loading = import('../development/recorded-application.ts').then(
    ({ RecordedApplication }) => (loaded = new RecordedApplication(application, files)),
  );
  return {
    errors: {
      log: (error) => application.errors.log(error),
      respond: (error, request) => (loaded ?? application).errors.respond(error, request),
    },
    respond: (request, passOn) =>
      loaded === undefined
        ? loading.then((recorded) => recorded.respond(request, passOn))
        : loaded.respond(request, passOn),
  };
}
