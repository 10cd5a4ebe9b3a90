import { escapeHtml } from './escape-html.ts';
import type { ProblemFormat } from './accept.ts';

/** The members of RFC 9457. */
export interface Problem {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** The path that was asked for. */
  readonly instance: string;
}

/** A problem as the body of a response. */
export function writeProblem(problem: Problem, format: ProblemFormat): string {
  if (format === 'text') return writeText(problem);
  return format === 'json' ? writeJson(problem) : writeHtml(problem);
}

/** @param extensions members beyond those of RFC 9457 */
export function writeJson({ title, status, detail, instance }: Problem, extensions: object = {}): string {
  return JSON.stringify({ type: 'about:blank', title, status, detail, instance, ...extensions });
}

function writeHtml({ status, title, detail }: Problem): string {
  const heading = `${status} ${escapeHtml(title)}`;
  const message = detail === title ? '' : `\n<p>${escapeHtml(detail)}</p>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${heading}</title>
<h1>${heading}</h1>${message}
</html>
`;
}

export function writeText({ status, title, detail }: Problem): string {
  return `${status} ${title}\n${detail === title ? '' : `${detail}\n`}`;
}
