import type { RequestHandler } from '../../application/request-handler.ts';

/** Warns of an application that shows the inside of errors where NODE_ENV is production. */
export function warnOfDebug(application: RequestHandler): void {
  const { debug } = application;
  if (debug === false || process.env['NODE_ENV'] !== 'production') return;
  const whoSees =
    debug === 'everyone'
      ? 'every client sees'
      : 'clients on this machine that have the token of the project see';
  application.errors.warn(
    `With debug, ${whoSees} the messages, stacks and source code of errors, and NODE_ENV is production: set debug to false.`,
  );
}
