import type { ProblemFormat } from './accept.ts';

/** The members of RFC 9457, and with `debug` the stack. */
export interface Problem {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** The path that was asked for. */
  readonly instance: string;
  readonly stack: string | undefined;
}

/** A problem as the body of a response, and its media type. */
export function writeProblem(problem: Problem, format: ProblemFormat): { body: string; type: string } {
  if (format === 'json') return { body: writeJson(problem), type: 'application/problem+json' };
  if (format === 'html') return { body: writeHtml(problem), type: 'text/html; charset=utf-8' };
  return { body: writeText(problem), type: 'text/plain; charset=utf-8' };
}

/** Text that may stand between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  const escapes: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => escapes[character] as string);
}

function writeJson({ status, title, detail, instance, stack }: Problem): string {
  return JSON.stringify({ type: 'about:blank', title, status, detail, instance, ...(stack && { stack }) });
}

function writeHtml({ status, title, detail, stack }: Problem): string {
  const heading = `${status} ${escapeHtml(title)}`;
  const message = detail === title ? '' : `\n<p>${escapeHtml(detail)}</p>`;
  const trace = stack === undefined ? '' : `\n<pre>${escapeHtml(stack)}</pre>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${heading}</title>
<h1>${heading}</h1>${message}${trace}
</html>
`;
}

function writeText({ status, title, detail, stack }: Problem): string {
  const message = detail === title ? '' : `${detail}\n`;
  return `${status} ${title}\n${message}${stack === undefined ? '' : `\n${stack}\n`}`;
}
