/**
 * What `fw dev` loads into the process of a site, before anything of the site itself: it ends the site on being told, without
 * failing a request that is on its way, and shows a fault over its pages.
 *
 * @module
 */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants } from 'node:os';

import { showOver } from './banner.ts';
import type { FromSite, ToSite } from './messages.ts';
import { passOnRequests } from './retire.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;
let fault: string | undefined;
let isEnding = false;

process.on('message', (message: ToSite) => {
  if (message.fw === 'fault') fault = message.text;
  else if (message.fw === 'end') end();
  else if (message.fw === 'retire') {
    fault = undefined;
    const stop = passOnRequests(message.host, message.port);
    process.send?.({ fw: 'retired' } satisfies FromSite);
    setTimeout(() => {
      stop();
      end();
    }, message.grace);
  }
});

for (const signal of signals) {
  process.on(signal, () => {
    isEnding = true;
    // As it would be without this listener.
    if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
  });
}

// Ctrl-C in a terminal has ended the site already, and a second signal would end it at once.
function end(): void {
  if (!isEnding) process.emit('SIGTERM', 'SIGTERM');
}

subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  if (fault !== undefined && request.method === 'GET') showOver(response, fault);
});
