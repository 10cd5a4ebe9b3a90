import type { ExplainedRoute } from '../describe/description.ts';
import {
  type AnyApplication,
  finalize,
  type RunOptions,
  ServerRequest,
  type ServerRequestInit,
  toWebResponse,
} from 'fw-runtime/internal';
import { explain } from '../describe/explain.ts';
import type { InspectedFiles } from './static-files.ts';
import { sendAndCapture } from '../recorder/send-and-capture.ts';
import type { RequestRecord } from '../recorder/request-json.ts';

/** A request to send to an app. */
export interface SentRequest {
  readonly method: string;
  /** Path and query, or a URL. */
  readonly url: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** The body as base64. */
  readonly body?: string;
  /** Workers variables: `request.platform` is set as on Workers. Environment variables override variables of the same name. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /** How long to wait for the response, in milliseconds; 10 000 by default. */
  readonly timeout?: number;
}

/** The response of an app. */
export interface SentAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body as base64; at most 1 MiB. */
  readonly body: string;
  /** Why the body is incomplete: it is too long, or didn't end in time. Absent if the body is complete. */
  readonly cut?: 'size' | 'time';
  /** The record of the request; absent for a static file. */
  readonly record?: RequestRecord;
  /** The routes that came close, for a 404 or 405 response. */
  readonly close?: readonly ExplainedRoute[];
}

interface App {
  readonly application: AnyApplication;
  readonly options?: RunOptions;
}

const TIMEOUT = 10_000;
const LONGEST_BODY = 1_048_576;

/**
 * Sends a request to an app as if the request came from this machine. Static files are served first.
 *
 * @throws Error if the app doesn't respond in time
 */
export async function responseTo(app: App, files: InspectedFiles, sent: SentRequest): Promise<SentAnswer> {
  const { method, url, timeout = TIMEOUT } = sent;
  const isLate = new AbortController();
  // The timer doesn't keep the process alive: if nothing else is running, there will be no response.
  const timer = setTimeout(() => isLate.abort(), timeout).unref();
  try {
    const pending = respond(app, files, sent, isLate.signal);
    const late = when(isLate.signal);
    const first = await Promise.race([pending, late]);
    if (first === undefined) throw new Error(`${method} ${url} got no response within ${timeout / 1000} s.`);
    // The source of a body may not keep the process alive, so the timer does.
    timer.ref();
    const { response, record } = first;
    const close = [404, 405].includes(response.status) ? closeTo(app, method, url) : undefined;
    return {
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
      ...(await bodyOf(response, late)),
      ...(record && { record }),
      ...(close && { close }),
    };
  } finally {
    clearTimeout(timer);
  }
}

interface CapturedResponse {
  readonly response: Response;
  readonly record?: RequestRecord;
}

async function respond(
  { application, options }: App,
  files: InspectedFiles,
  { method, url, headers = [], body, variables }: SentRequest,
  signal: AbortSignal,
): Promise<CapturedResponse> {
  const init: ServerRequestInit = { method, headers: headers.map(([name, value]) => [name, value]), signal };
  const file = await files.find(new ServerRequest(url, init));
  if (file !== undefined) return { response: toWebResponse(finalize(file, method)) };
  const worker = variables && { env: { ...variables, ...process.env }, ctx: workerContext() };
  const platform = { ip: '127.0.0.1', ...(options?.platform ?? worker) };
  const sent = body === undefined ? {} : { body: Buffer.from(body, 'base64') };
  return sendAndCapture(application.requestHandler, url, { ...init, ...sent, platform });
}

/** The routes close to a request; empty if the path is malformed. */
function closeTo({ application }: App, method: string, url: string): readonly ExplainedRoute[] {
  try {
    return explain(application, method, url).close;
  } catch {
    return [];
  }
}

function workerContext(): object {
  return {
    waitUntil: (promise: Promise<unknown>): void =>
      void promise.catch((error: unknown) => console.error(error)),
    passThroughOnException: (): void => {},
  };
}

async function bodyOf(
  { body }: Response,
  late: Promise<undefined>,
): Promise<Pick<SentAnswer, 'body' | 'cut'>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let cut: SentAnswer['cut'];
  const reader = body?.getReader();
  for (let isDone = reader === undefined; !isDone && cut === undefined;) {
    const next = await Promise.race([reader?.read(), late]);
    isDone = next?.done === true;
    if (next?.value !== undefined) {
      chunks.push(next.value);
      length += next.value.length;
    }
    if (next === undefined) cut = 'time';
    else if (length > LONGEST_BODY) cut = 'size';
  }
  if (cut !== undefined) reader?.cancel().catch(() => {});
  const text = Buffer.concat(chunks).subarray(0, LONGEST_BODY).toString('base64');
  return { body: text, ...(cut && { cut }) };
}

function when(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }));
}
