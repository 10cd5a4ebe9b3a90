import { FwError } from '../errors/coded-errors.ts';
import { safely } from '../errors/describe.ts';
import { type HttpError, isForClient, NotFoundError, statusPhrase } from '../errors/http-error.ts';
import { problemFormat, type ProblemFormat, problemResponse } from './problem-response.ts';
import { escapeHtml } from '../http/bodies/html.ts';
import { isTooDeep } from '../http/bodies/read-body.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';

/**
 * Renders an error for its client as problem+json, HTML or plain text, depending on `Accept` (rules E1, E2). It never throws.
 *
 * @param report receives an error about extensions that JSON can't write
 */
export function renderError(
  error: unknown,
  request: ServerRequest,
  status: number,
  report?: Report,
): HttpResponse {
  const problem = problemOf(error, request, status);
  // Most 404 responses have no error, and must stay cheap.
  const extensions = error === undefined || status >= 500 ? undefined : extensionsOf(error, status, report);
  const format = problemFormat(request.header('accept'), extensions === undefined ? 'text' : 'json');
  return problemResponse(error, status, format, WRITERS[format](problem, extensions));
}

/** Logs an error about the rendering of another error. */
export type Report = (failure: FwError) => void;

/**
 * The extra members of an error's problem document. They are for programs, so JSON is the default format with extensions.
 *
 * @param report receives an error about the members that JSON can't write, which are left out
 */
export function extensionsOf(error: unknown, status: number, report?: Report): object | undefined {
  if (status >= 500 || !isForClient(error)) return undefined;
  const extensions = safely(() => (error as HttpError).extensions, undefined);
  if (typeof extensions !== 'object' || extensions === null) return undefined;
  const names = safely(() => Object.keys(extensions), ['(all)']);
  // Copies, because getters and toJSON() may fail later, and so may the stack for deep values.
  const copy = (name: string): unknown => {
    const json = JSON.stringify(extensions[name]);
    return isTooDeep(json) ? undefined : JSON.parse(json);
  };
  const members = names.map((name) => [name, safely(() => copy(name), undefined)] as const);
  const isLost = (name: string): boolean => safely(() => extensions[name] !== undefined, true);
  const lost = members.flatMap(([name, value]) => (value === undefined && isLost(name) ? name : []));
  if (lost.length > 0) {
    const message = `JSON can't write the extensions ${JSON.stringify(lost.slice(0, 5))} of an error, so its problem document lacks them; pass plain values.`;
    report?.(new FwError('FW_UNWRITABLE_EXTENSIONS', message, { cause: error }));
  }
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** A 404 without an error object, because creating one costs more than the rest of the response. */
export function renderNotFound(request: ServerRequest): HttpResponse {
  return renderError(undefined, request, 404);
}

/** The part of an error that every client may see. */
export function problemOf(error: unknown, request: ServerRequest, status: number): Problem {
  const title = statusPhrase(status);
  const isPublic = status < 500 && (error === undefined || isForClient(error));
  const message = isPublic ? messageOf(error as object | undefined) : '';
  // A 404 from another error, such as an upstream's, doesn't mean that no route matched (rule E4).
  const fallback = status === 404 && isPublic ? noRouteMatches(request) : title;
  const detail = message === '' || message === title ? fallback : message;
  return { status, title, detail, instance: request.originalPath };
}

function messageOf(error: object | undefined): string {
  return safely(() => String((error as { message?: unknown } | undefined)?.message ?? ''), '');
}

/** The detail of a 404. HEAD gets the detail of GET, because both need the same `Content-Length` (rule R8). */
function noRouteMatches({ method, originalPath }: ServerRequest): string {
  return `No route matches ${method === 'HEAD' ? 'GET' : method} ${originalPath}.`;
}

/** The members of RFC 9457. */
export interface Problem {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** The requested path. */
  readonly instance: string;
}

/** Serialize a problem as the body of a response. */
const WRITERS: Readonly<Record<ProblemFormat, (problem: Problem, extensions?: object) => string>> = {
  json: writeJson,
  html: writeHtml,
  text: writeText,
};

/** @param extensions members beyond those of RFC 9457 */
export function writeJson({ title, status, detail, instance }: Problem, extensions: object = {}): string {
  return JSON.stringify({ type: 'about:blank', title, status, detail, instance, ...extensions });
}

function writeHtml({ status, title, detail }: Problem, extensions?: object): string {
  const heading = `${status} ${escapeHtml(title)}`;
  const message = detail === title ? '' : `\n<p>${escapeHtml(detail)}</p>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${heading}</title>
<h1>${heading}</h1>${message}${listHtml(faultsIn(detail, extensions))}
</html>
`;
}

export function writeText({ status, title, detail }: Problem, extensions?: object): string {
  const lines = extensions && faultsIn(detail, extensions).map((line) => `- ${line}\n`);
  return `${status} ${title}\n${detail === title ? '' : `${detail}\n`}${lines?.join('') ?? ''}`;
}

/** Errors as an HTML list; an empty string without errors. */
export function listHtml(lines: readonly string[]): string {
  const items = lines.map((line) => `<li>${escapeHtml(line)}</li>\n`);
  return items.length === 0 ? '' : `\n<ul>\n${items.join('')}</ul>`;
}

/** The errors of a request's input, one per line, as contracts list them; without the one that `detail` contains. */
export function faultsIn(detail: string, extensions: object = {}): readonly string[] {
  const { errors, more } = extensions as { errors?: readonly ListedError[]; more?: unknown };
  const lineOf = ({ in: place, pointer, detail: text }: ListedError): string =>
    pointer ? `${place} ${pointer}: ${text}` : `${text}`;
  const lines = safely(() => errors?.map(lineOf).filter((line) => line !== detail), undefined) ?? [];
  return lines.length > 0 && typeof more === 'number' ? [...lines, `and ${more} more`] : lines;
}

interface ListedError {
  readonly in?: string;
  readonly pointer?: string;
  readonly detail?: string;
}

/** The error for a request that no middleware responded to; its message contains the method and the path (rule E2). */
export function notFound(request: ServerRequest): NotFoundError {
  // The stack is disabled because it would show only the framework, and costs ten times as much as the rest of the response.
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const error = new NotFoundError(noRouteMatches(request));
  Error.stackTraceLimit = limit;
  return error;
}
