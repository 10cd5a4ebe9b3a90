import type { RequestListener } from 'node:http';
import type { RequestHandler } from '../../application/request-handler.ts';
import type { Answering } from '../answering.ts';
import type { AskedFirst } from './inspected.ts';

type Listener<Next> = (...exchange: [...Parameters<RequestListener>, next?: Next]) => void;
type Gate = (...exchange: Parameters<RequestListener>) => boolean;

/**
 * An application as a server has it with `debug`, where requests are recorded; what records them is loaded now.
 *
 * @param files asked before the application
 */
export function inDevelopment(application: RequestHandler, files: AskedFirst | undefined): Answering {
  let loaded: Answering | undefined;
  const loading = import('../../development/recorder/recorded-application.ts').then(
    ({ RecordedApplication }) => (loaded = new RecordedApplication(application, files)),
  );
  return {
    errors: {
      log: (error) => application.errors.log(error),
      respond: (error, request) => (loaded ?? application).errors.respond(error, request),
    },
    respond: (request) =>
      loaded === undefined ? loading.then((recorded) => recorded.respond(request)) : loaded.respond(request),
    passingOn: () => inDevelopment(application.passingOn(), files),
  };
}

/** A listener for requests that have passed development/gate.ts, which is loaded now. */
export function behindGate<Next>(listener: Listener<Next>): Listener<Next> {
  let enter: Gate | undefined;
  const loading = import('../../development/inspector/gate.ts').then(({ enterGate }) => (enter = enterGate));
  return (incoming, outgoing, next) => {
    const proceed = (enterGate: Gate): void => {
      if (!enterGate(incoming, outgoing)) listener(incoming, outgoing, next);
    };
    if (enter === undefined) void loading.then(proceed);
    else proceed(enter);
  };
}
