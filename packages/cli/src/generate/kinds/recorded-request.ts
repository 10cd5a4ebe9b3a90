import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Answers } from '#command-line/flag';
import { CommandError, messageOf, UsageError } from '#command-line/errors';
import { type HeaderEntry, headerLines, MASK } from './header-lines.ts';

/** The used properties of a request recorded in development. */
interface Recorded {
  readonly method: string;
  readonly url: string;
  readonly status?: number;
  readonly request: Message;
  readonly response?: Message & { readonly status?: number };
  /** Empty when the server sent a file itself. */
  readonly layers?: readonly unknown[];
}

interface Message {
  readonly headers?: readonly HeaderEntry[];
  readonly text?: string;
  readonly size?: number;
}

// Headers that clients set automatically, and headers about the transport.
const CLIENT_HEADERS =
  /^(?:accept-encoding|cache-control|connection|content-length|dnt|expect|host|keep-alive|pragma|priority|proxy-.+|referer|sec-.+|te|trace(?:parent|state)|transfer-encoding|upgrade.*|user-agent|x-request-id)$/;
const EXPECTED_HEADERS = /^(?:allow|content-type|location)$/;
// Longer bodies are not recorded.
const MAX_RECORDED_BODY = 64 * 1024;

/**
 * The answers from a recorded request.
 *
 * @param file "-" for standard input
 * @throws CommandError when it can't be read, or a test can't be generated from it
 */
export async function answersOf(file: string, cwd: string, stdin: Readable): Promise<Answers> {
  const source = file === '-' ? 'Standard input' : file;
  let record: unknown;
  try {
    record = JSON.parse(await text(file === '-' ? stdin : createReadStream(resolve(cwd, file))));
  } catch (error) {
    throw new UsageError(`${source} is not the JSON of a recorded request: ${messageOf(error)}`);
  }
  if (!isRecorded(record)) {
    throw new UsageError(
      `${source} is not a recorded request: expected an object with "method", "url", "status", and "request" and "response" with "headers".`,
    );
  }
  return answersOfRecord(record);
}

function answersOfRecord(record: Recorded): Answers {
  const { method, url, request, response = {}, layers } = record;
  const status = record.status ?? response.status;
  const shown = `${method} ${url}`;
  if (status === undefined)
    throw new CommandError(`${shown} has no response yet, so there is nothing to test.`);
  if (status < 200) {
    throw new CommandError(
      `${shown} switched to another protocol (${status}), which app.request() doesn't support: test it over a port.`,
    );
  }
  if (layers?.length === 0) {
    throw new CommandError(
      `${shown} was handled by the server itself, without app.request(): only responses of the pipeline can be tested this way.`,
    );
  }
  const own = hostOf(request);
  const sent = (request.headers ?? []).filter(
    ([name, value]) =>
      isTelling(name.toLowerCase(), value, own, status) && (hasBody(record) || !isOfBody(name)),
  );
  return {
    method,
    path: url,
    header: headerLines(sent),
    body: hasBody(record) ? bodyOf(record) : '',
    status: String(status),
    expect: headerLines((response.headers ?? []).filter((header) => isExpected(header, status, own))),
  };
}

function isRecorded(value: unknown): value is Recorded {
  const { method, url, request } = (value ?? {}) as Partial<Recorded>;
  return (
    typeof method === 'string' && typeof url === 'string' && typeof request === 'object' && request !== null
  );
}

function hostOf({ headers = [] }: Message): string {
  return headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? '';
}

/** Whether a lower-case header is specific to this request. */
function isTelling(name: string, value: string, own: string, status: number): boolean {
  if (name === 'accept') return value !== '*/*';
  // The test uses another host, for which the app's own origin would be foreign.
  if (name === 'origin') return URL.canParse(value) && new URL(value).host !== own;
  // Browsers send these headers for cached responses.
  if (name.startsWith('if-')) return status === 304 || status === 412;
  return !CLIENT_HEADERS.test(name);
}

function isOfBody(name: string): boolean {
  return /^content-/i.test(name);
}

/** Whether the app has read a body; an unread body makes no difference. */
function hasBody({ method, request }: Recorded): boolean {
  if (['GET', 'HEAD'].includes(method) || request.size === 0) return false;
  if (request.text !== undefined) return request.text !== '';
  const type = (request.headers ?? []).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return type !== undefined && (!isText(type) || (request.size ?? 0) > MAX_RECORDED_BODY);
}

function isText(type: string): boolean {
  return /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b|application\/x-www-form-urlencoded)/i.test(
    type,
  );
}

function bodyOf({ method, url, request }: Recorded): string {
  if (request.text !== undefined) return request.text;
  throw new CommandError(
    `The body of ${method} ${url} was not recorded, because it is long or not text: write this test by hand.`,
  );
}

/** Error pages depend on the reader, and URLs of the app depend on its host. */
function isExpected([name, value]: HeaderEntry, status: number, own: string): boolean {
  const key = name.toLowerCase();
  if (!EXPECTED_HEADERS.test(key) || value.includes(MASK) || value.includes('boundary=')) return false;
  if (key === 'content-type' && status >= 400)
    return status < 500 && value.startsWith('application/problem+json');
  return key !== 'location' || !URL.canParse(value) || new URL(value).host !== own;
}
