import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandError, messageOf, UsageError } from '../../../command-line/src/errors.ts';
import type { Inspecting } from '../site/site-inspection.ts';
import { applicationOf, documentOf, inspectSite } from '../site/load-site.ts';
import type { Site } from '../site/site.ts';

/** An OpenAPI 3 document, as far as a client needs it. */
export interface ApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, unknown>>;
}

const TIME_LIMIT_MILLISECONDS = 30_000;

/**
 * Returns the document of an app.
 *
 * @throws CommandError when the app doesn't load, has no contracts, or can't be described in a document
 */
export async function documentOfSite(site: Site, inspecting: Inspecting): Promise<ApiDocument> {
  const report = await inspectSite(site, inspecting, { openapi: true });
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
  rejectOtherDocuments(document, input);
  return document;
}

/**
 * Rejects references to other documents. Resolving them would read local files and send requests to addresses that the author of
 * the document chose.
 */
function rejectOtherDocuments(document: object, input: string): void {
  const pending: { value: object; pointer: string }[] = [{ value: document, pointer: '#' }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const [key, value] of Object.entries(next.value) as [string, unknown][]) {
      const pointer = `${next.pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (typeof value === 'object' && value !== null) pending.push({ value, pointer });
      else if (key === '$ref' && typeof value === 'string' && !value.startsWith('#/')) {
        throw new CommandError(
          `${input} refers to another document: "$ref" is ${JSON.stringify(value)} (${pointer}). ` +
            'References must begin with "#/": bundle the documents into one first, for example with "redocly bundle".',
        );
      }
    }
  }
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
    const response = await fetch(input, { headers: { accept: 'application/json' }, signal: limit });
    if (response.ok) return await response.text();
    throw new Error(`the server responded with ${response.status}`);
  } catch (error) {
    signal.throwIfAborted();
    const { cause } = error as Error;
    throw new CommandError(`${input} cannot be read: ${messageOf(cause ?? error)}.`);
  }
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
