/**
 * What `fw dev` loads into the process of a site, before anything of the site itself: it ends the site on being told, without
 * failing a request that is on its way, and shows a fault over its pages.
 *
 * @module
 */
import cluster from 'node:cluster';
import { subscribe } from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants } from 'node:os';
import { setTimeout } from 'node:timers/promises';

import { showOver } from './banner.ts';
import { HANDOVER_SECRET, receivePeers } from './handover.ts';
import type { NamedRoute } from '../types/routes-file.ts';
import { TYPES_FOLDER } from '../types/types-folder.ts';
import type { Address, FromSite, ToSite } from './messages.ts';
import { passOnRequests } from './retire.ts';

interface Served {
  describe?(): { readonly routes: readonly NamedRoute[] };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
// In milliseconds: in which a signal arrives that a terminal sends to all processes.
const SIGNAL_DELAY = 100;
// Where nobody wants its routes, nothing is made to describe them. The site may change its working directory later.
const hasTypes = existsSync(TYPES_FOLDER);
// Not for the processes that the site starts.
const { [HANDOVER_SECRET]: secret = '' } = process.env;
delete process.env[HANDOVER_SECRET];
let fault: string | undefined;
let isServed = false;
let isEnding = false;

// The threads and processes that a site starts with its own flags load this as well.
if (cluster.isWorker) {
  process.on('message', listen);
  // Otherwise node:cluster closes the channel once a retired process has no connection left, and loses one that is on its way
  // through it.
  process.disconnect = () => {};
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      isEnding = true;
      // As it would be without this listener.
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
    });
  }
  // The first, since a site may serve more beside it.
  subscribe('fw-runtime.served', (application) => {
    if (!isServed && hasTypes) tellRoutes(application as Served);
    isServed = true;
  });
  receivePeers(secret);
  // The framework lets in developers only.
  subscribe('fw-runtime.admitted', (message) => {
    const { request, response } = message as Exchange;
    if (fault !== undefined && request.httpVersionMajor < 2) showOver(request, response, fault);
  });
}

/** Tells of each route what is needed of it, because contracts are large. */
function tellRoutes(served: Served): void {
  try {
    const { routes = [] } = served.describe?.() ?? {};
    const told = routes.map(({ name, placeholders, origin }) => ({
      name,
      placeholders,
      ...(origin !== undefined && { origin }),
    }));
    process.send?.({ fw: 'routes', routes: told } satisfies FromSite);
  } catch {
    // What keeps it from being described is told by who asks for that.
  }
}

function listen(message: ToSite): void {
  if (message.fw === 'fault') fault = message.text;
  else if (message.fw === 'end') void setTimeout(SIGNAL_DELAY).then(end);
  else if (message.fw === 'retire') void retire(message.grace, message.successor);
}

async function retire(grace: number, successor: Address | undefined): Promise<void> {
  fault = undefined;
  const stop = successor && passOnRequests(successor, secret);
  process.send?.({ fw: 'retired' } satisfies FromSite);
  // In several steps, between which what has arrived is read, however long other work takes.
  for (let step = 0; step < 10; step++) await setTimeout(grace / 10);
  stop?.();
  end();
}

// Ctrl-C in a terminal has ended the site already, and a second signal would end it at once.
function end(): void {
  if (!isEnding) process.emit('SIGTERM', 'SIGTERM');
}
