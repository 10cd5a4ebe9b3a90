/**
 * Loaded by `fw dev` into the app's process before the app itself: shuts the app down on a message without failing
 * pending requests, and shows errors on its pages.
 *
 * @module
 */
import cluster from 'node:cluster';
import { subscribe } from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type * as inspect from 'fw-devtools';

import { showOver } from './banner.ts';
import { HANDOVER_SECRET, receivePeers } from './handover.ts';
import { TYPES_FOLDER } from '../project/augmentation.ts';
import type { Address, FromSite, ToSite } from './app-process.ts';
import { passOnRequests } from './retire.ts';

interface Served {
  readonly application: Parameters<typeof inspect.describe>[0] & {
    readonly container?: Parameters<typeof inspect.registeredNames>[0];
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
// The delay in milliseconds within which a terminal's signal reaches all processes.
const SIGNAL_DELAY = 100;
// Without type files, the app need not be described. The app may change its working directory later.
const hasTypes = existsSync(TYPES_FOLDER);
// Removed so that processes started by the app don't inherit it.
const { [HANDOVER_SECRET]: secret = '' } = process.env;
delete process.env[HANDOVER_SECRET];
let error: string | undefined;
let isServed = false;
let isEnding = false;

// Threads and processes that the app starts with its own flags load this module as well.
if (cluster.isWorker) {
  process.on('message', listen);
  // Otherwise node:cluster closes the channel when a retired process has no connections left, and loses a connection
  // that is being sent.
  process.disconnect = () => {};
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      isEnding = true;
      // The default behavior without this listener.
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
    });
  }
  // The first application, because the app may serve more beside it.
  subscribe('fw-runtime.served', (application) => {
    if (!isServed && hasTypes) void sendNames(application as Served);
    isServed = true;
  });
  receivePeers(secret);
  // The framework admits developers only.
  subscribe('fw-runtime.admitted', (message) => {
    const { request, response } = message as Exchange;
    if (error !== undefined && request.httpVersionMajor < 2) showOver(request, response, error);
  });
}

/** Sends only the needed properties of each route, because contracts are large. */
async function sendNames({ application }: Served): Promise<void> {
  try {
    // The copy of the package that the project uses.
    const path = createRequire(join(process.cwd(), 'package.json')).resolve('fw-devtools');
    const { describe, registeredNames } = (await import(pathToFileURL(path).href)) as typeof inspect;
    const { routes } = describe(application);
    const names = registeredNames(application.container);
    const reported = routes.map(({ name, placeholders, origin }) => ({
      name,
      placeholders,
      ...(origin !== undefined && { origin }),
    }));
    process.send?.({ fw: 'names', routes: reported, names } satisfies FromSite);
  } catch {
    // Errors in descriptions are reported where descriptions are requested.
  }
}

function listen(message: ToSite): void {
  if (message.fw === 'fault') error = message.text;
  else if (message.fw === 'end') void setTimeout(SIGNAL_DELAY).then(end);
  else if (message.fw === 'retire') void retire(message.grace, message.successor);
}

async function retire(grace: number, successor: Address | undefined): Promise<void> {
  error = undefined;
  const stop = successor && passOnRequests(successor, secret);
  process.send?.({ fw: 'retired' } satisfies FromSite);
  // Waits in several steps, so that received data is read in between, however long other work takes.
  for (let step = 0; step < 10; step++) await setTimeout(grace / 10);
  stop?.();
  end();
}

// Ctrl-C in a terminal has already stopped the app, and a second signal would end it immediately.
function end(): void {
  if (!isEnding) process.emit('SIGTERM', 'SIGTERM');
}
