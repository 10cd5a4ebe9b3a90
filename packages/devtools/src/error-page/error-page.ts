import { escapeHtml, listHtml, type Problem } from 'fw-runtime/internal';
import { INSPECTOR_PATH } from '../inspector-page/inspector-path.ts';
import type { ExcerptLine } from './excerpt.ts';
import type { Failure, Failures } from './failure.ts';
import type { Layer, Position } from './position.ts';
import { type ShownFrame, showFrame } from './shown-frame.ts';
import type { ShownRequest } from './shown-request.ts';
import { SourceFiles } from './source-files.ts';
import { STYLE } from './style.ts';

export interface ErrorPageContent {
  readonly problem: Problem;
  /** The errors of the request, one per line. */
  readonly faults: readonly string[];
  readonly failures: Failures;
  readonly position: Position;
  readonly close: readonly CloseRoute[];
  readonly request: ShownRequest;
  /** The URL of the request's record; undefined if the request isn't recorded. */
  readonly record: string | undefined;
}

/** A route that nearly matches a request that no route handles. */
export interface CloseRoute {
  /** The route's methods and path. */
  readonly route: string;
  /** Why the route doesn't match, as the end of a sentence that begins with the route. */
  readonly reason: string;
}

/**
 * The error page for browsers. The page has no scripts, event handlers or inline styles, and all content is escaped.
 *
 * @param nonce the nonce of the page's `<style>` element
 */
export function errorPage(
  { problem, faults, failures, position, close, request, record }: ErrorPageContent,
  nonce: string,
): string {
  const { detail } = problem;
  const files = new SourceFiles();
  const [first, ...inner] = failures;
  return `${headOf(problem, nonce)}
<body>
<header>
${statusLine(problem, request.method)}
<h1>${escapeHtml(detail)}</h1>
<p class="kind">${escapeHtml([first.name, first.code].filter(Boolean).join(' · '))}</p>${recordLink(record)}
</header>
<main>
${section('Validation errors', listHtml(faults))}
${section('Similar routes', closeTable(close))}
${section('Stack trace', stackTrace(first, files))}
${inner.map((failure) => section(failure.relation, innerFailure(failure, files))).join('\n')}
${section('Pipeline', pipeline(position))}
${section('Request', requestTable(request))}
</main>
</body>
</html>
`;
}

/**
 * The error page without its content, which a script requests. It contains nothing but the error response of production.
 *
 * @param nonce the nonce of the page's `<style>` and `<script>` elements
 */
export function emptyErrorPage(
  problem: Problem,
  { method, base, id }: { readonly method: string; readonly base: string; readonly id: string },
  nonce: string,
): string {
  return `${headOf(problem, nonce, `<meta name="fw-record" content="${escapeHtml(id)}">`)}
<body>
<header>
${statusLine(problem, method)}
<h1>${escapeHtml(problem.detail)}</h1>
</header>
<main>
<p id="outcome" role="status"></p>
<noscript><p>Without JavaScript, this page shows no details.</p></noscript>
</main>
<script type="module" nonce="${nonce}" src="${escapeHtml(base)}${INSPECTOR_PATH}/page/error.js"></script>
</body>
</html>
`;
}

function headOf({ status, detail }: Problem, nonce: string, more = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${status} ${escapeHtml(detail.slice(0, 200))}</title>
<link rel="icon" href="data:,">${more}
<style nonce="${nonce}">${STYLE}</style>
</head>`;
}

function statusLine({ status, title, instance }: Problem, method: string): string {
  return `<p class="status"><strong>${status}</strong> ${escapeHtml(title)} <span>${escapeHtml(method)} ${escapeHtml(instance)}</span></p>`;
}

function recordLink(record: string | undefined): string {
  if (record === undefined) return '';
  return `\n<p><a href="${escapeHtml(record)}">Open this request in the inspector</a></p>`;
}

function section(heading: string, content: string): string {
  return content === '' ? '' : `<section>\n<h2>${escapeHtml(heading)}</h2>\n${content}\n</section>`;
}

function innerFailure(failure: Failure, files: SourceFiles): string {
  const { name, code, message } = failure;
  const kind = [name, code].filter(Boolean).join(' · ');
  return `<p class="message">${escapeHtml(message)}</p>
<p class="kind">${escapeHtml(kind)}</p>
${stackTrace(failure, files)}`;
}

/** The stack frames. The first frame of the app is open; successive frames of other code are folded into one line. */
function stackTrace({ frames, stack }: Failure, files: SourceFiles): string {
  if (frames.length === 0) return '';
  const shown = frames.map((frame) => showFrame(frame, files));
  const own = shown.find(({ origin, excerpt }) => origin === 'application' && excerpt.length > 0);
  const opened = own ?? shown.find(({ excerpt }) => excerpt.length > 0);
  const runs = groupByOwner(shown);
  const items = runs.map((run) =>
    run[0]?.origin === 'application' || run.includes(opened as ShownFrame)
      ? run.map((frame) => frameItem(frame, frame === opened)).join('\n')
      : foldedRun(run),
  );
  return `<div class="frames">
${items.join('\n')}
</div>
<details class="raw"><summary>Stack trace as plain text</summary><pre>${escapeHtml(stack)}</pre></details>`;
}

function groupByOwner(frames: readonly ShownFrame[]): ShownFrame[][] {
  const runs: ShownFrame[][] = [];
  for (const frame of frames) {
    const run = runs.at(-1);
    const isOwn = frame.origin === 'application';
    if (run !== undefined && (run[0]?.origin === 'application') === isOwn) run.push(frame);
    else runs.push([frame]);
  }
  return runs;
}

function foldedRun(run: readonly ShownFrame[]): string {
  const owners = [...new Set(run.map(({ origin }) => OWNERS[origin]))].join(', ');
  const count = run.length === 1 ? '1 frame' : `${run.length} frames`;
  return `<details class="others"><summary>${count} in ${owners}</summary>
${run.map((frame) => frameItem(frame, false)).join('\n')}
</details>`;
}

const OWNERS: Readonly<Record<ShownFrame['origin'], string>> = {
  application: 'the application',
  framework: 'Fw',
  package: 'packages',
  runtime: 'the runtime',
};

function frameItem({ function: name, place, excerpt }: ShownFrame, isOpen: boolean): string {
  const line = `<code>${escapeHtml(name || '(top level)')}</code> <span>${escapeHtml(place)}</span>`;
  if (excerpt.length === 0) return `<p class="frame">${line}</p>`;
  const open = isOpen ? ' open' : '';
  return `<details class="frame"${open}><summary>${line}</summary>
<pre class="excerpt">${excerpt.map(excerptLine).join('')}</pre></details>`;
}

function excerptLine({ number, text, thrown }: ExcerptLine): string {
  const code =
    thrown === undefined
      ? escapeHtml(text)
      : `${escapeHtml(thrown.before)}<mark>${escapeHtml(thrown.at)}</mark>${escapeHtml(thrown.after)}`;
  const label = String(number).padStart(5);
  return thrown === undefined
    ? `<span class="line"><i>${label}</i> ${code}\n</span>`
    : `<span class="line thrown"><i>${label}</i> ${code}\n</span>`;
}

function pipeline({ summary, layers }: Position): string {
  const items = layers.map(layerItem).join('\n');
  return `<p class="position">${escapeHtml(summary)}</p>${items === '' ? '' : `\n<ol class="layers">\n${items}\n</ol>`}`;
}

function layerItem({ name, depth, remarks, threw }: Layer): string {
  const notes = [...remarks, ...(threw ? ['threw'] : [])].map((note) => ` <span>${escapeHtml(note)}</span>`);
  const classes = `depth-${Math.min(depth, 6)}${threw ? ' thrown' : ''}`;
  return `<li class="${classes}"><code>${escapeHtml(name)}</code>${notes.join('')}</li>`;
}

function closeTable(close: readonly CloseRoute[]): string {
  if (close.length === 0) return '';
  return `<table>\n${close.map(({ route, reason }) => row(route, reason)).join('\n')}\n</table>`;
}

function requestTable({ method, url, route, params, headers }: ShownRequest): string {
  const rows = [
    row('URL', `${method} ${url}`),
    ...(route === '' ? [] : [row('Route', route)]),
    ...params.map(([name, value]) => row(`{${name}}`, value)),
  ];
  const headerRows = headers.map(([name, value]) => row(name, value));
  return `<table>\n${rows.join('\n')}\n</table>
${headerRows.length === 0 ? '' : `<h3>Headers</h3>\n<table>\n${headerRows.join('\n')}\n</table>`}`;
}

function row(name: string, value: string): string {
  return `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`;
}
