import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandError, messageOf, UsageError } from '#command-line/errors';
import type { Inspecting } from '../project/inspection.ts';
import { applicationOf, documentOf, inspectProject } from '../project/load-project.ts';
import type { Project } from '../project/project.ts';
import { withoutAddresses } from './without-addresses.ts';

/** An OpenAPI 3 document, as far as a client needs it. */
export interface ApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, unknown>>;
}

const TIME_LIMIT_MILLISECONDS = 30_000;
const MOST_REDIRECTS = 5;

/**
 * Returns the document of an app.
 *
 * @throws CommandError when the app doesn't load, has no contracts, or can't be described in a document
 */
export async function documentOfProject(project: Project, inspecting: Inspecting): Promise<ApiDocument> {
  const report = await inspectProject(project, inspecting, { openapi: true });
  const { routes } = applicationOf(report);
  if (!routes.some(({ contract }) => contract !== undefined)) {
    throw new CommandError(
      'No route of this app has a contract, so a client would have no types: ' +
        'add one to a route, as in app.post("/posts", createPost.handle(…)).',
    );
  }
  return documentOf(report);
}

/**
 * Reads a document.
 *
 * @param input a file or an HTTP URL
 * @param cwd the base folder of a file
 * @throws CommandError when it cannot be read, is not OpenAPI 3 as JSON with a path, or refers to another document
 */
export async function readDocument(input: string, cwd: string, signal: AbortSignal): Promise<ApiDocument> {
  const text = /^https?:\/\//i.test(input) ? await fetchText(input, signal) : readText(input, cwd);
  const document = parse(text, input);
  if (!isApiDocument(document)) {
    throw new CommandError(
      `${input} is not an OpenAPI 3 document: expected "openapi" to be a version such as "3.1.0".`,
    );
  }
  if (Object.keys(document.paths).length === 0) throw new CommandError(`${input} has no paths to call.`);
  return withoutAddresses(document, input);
}

function readText(input: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, input), 'utf8');
  } catch (error) {
    throw new UsageError(`The document of --input cannot be read: ${messageOf(error)}.`);
  }
}

async function fetchText(input: string, signal: AbortSignal): Promise<string> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MILLISECONDS)]);
    let url = new URL(input);
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      const response = await fetch(url, {
        headers: { accept: 'application/json' },
        redirect: 'manual',
        signal: limit,
      });
      if (response.ok) return await response.text();
      const location = response.headers.get('location');
      if (location === null || Math.trunc(response.status / 100) !== 3)
        throw new Error(`the server responded with ${response.status}`);
      url = redirected(url, location, input);
    }
    throw new Error(`the server sent more than ${MOST_REDIRECTS} redirects`);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CommandError) throw error;
    const { cause } = error as Error;
    throw new CommandError(`${input} cannot be read: ${messageOf(cause ?? error)}.`);
  }
}

/**
 * The URL of a redirect. It stays on the host that the user named, because another host would let the server choose an
 * address in the user's network.
 *
 * @throws CommandError for another host, and for a redirect away from HTTPS
 */
function redirected(from: URL, location: string, input: string): URL {
  const to = new URL(location, from);
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && from.hostname === to.hostname;
  if (to.origin === from.origin || (isUpgrade && from.port === '' && to.port === '')) return to;
  throw new CommandError(
    `${input} redirects to ${to.href}, which is another server: pass that URL as --input if you trust it.`,
  );
}

function parse(text: string, input: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${input} is not valid JSON: ${messageOf(error)}.`);
  }
}

function isApiDocument(value: unknown): value is ApiDocument {
  if (typeof value !== 'object' || value === null) return false;
  const { openapi, paths } = value as Partial<ApiDocument>;
  return (
    typeof openapi === 'string' && openapi.startsWith('3.') && typeof paths === 'object' && paths !== null
  );
}
