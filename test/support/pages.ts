import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fenced block of code on a page. */
export interface Fence {
  /** What follows the three backticks: the language. */
  readonly info: string;
  readonly code: string;
  /** The line of the page that the fence begins on, from 1. */
  readonly line: number;
}

/** An HTTP exchange on a page: a request, an empty line, and its response. */
export interface Exchange {
  readonly request: string;
  readonly answer: string;
}

/**
 * The type of a `ts` fence: a program that serves, a test, or a file of a generated project, which begins with its path as a
 * comment.
 */
export type FenceType = 'program' | 'test' | 'file';

/** The languages of files that a reader copies to a generated project. */
const FILES = new Set(['ts', 'html', 'css', 'sql', 'json']);

/** The pages of docs/, by their paths below it, in alphabetical order. */
const allPages: readonly string[] = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.md'))
  .toSorted();

/** The pages that tests read. `PAGE=essentials/routing.md` limits them to one. */
export const pageNames: readonly string[] = allPages.filter((name) => (process.env['PAGE'] ?? name) === name);

/** The steps of the tutorial, in order, up to the last one that tests read: each step continues the one before it. */
export const tutorialSteps: readonly string[] = allPages
  .filter((name) => /^tutorial\/\d/.test(name))
  .filter((name, _, steps) => steps.indexOf(name) <= steps.findLastIndex((step) => pageNames.includes(step)));

export function readPage(name: string): string {
  return readFileSync(join('docs', name), 'utf8');
}

/** All fences of a page, in order. */
export function fencesOf(markdown: string): readonly Fence[] {
  const fences: Fence[] = [];
  let open: { info: string; indent: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of markdown.split('\n').entries()) {
    const [, indent = '', info] = /^( *)```(.*)$/.exec(line) ?? [];
    if (info === undefined)
      open?.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
    else if (open === undefined) open = { info, indent, line: index + 1, lines: [] };
    else {
      fences.push({ info: open.info, code: open.lines.map((each) => `${each}\n`).join(''), line: open.line });
      open = undefined;
    }
  }
  if (open !== undefined) throw new Error(`The fence of line ${open.line} is not closed.`);
  return fences;
}

export function typeOf(fence: Fence): FenceType {
  const { code } = fence;
  if (pathOf(fence) !== undefined) return 'file';
  return code.includes("from 'vitest'") ? 'test' : 'program';
}

/** The path of a file of a project: a comment that is the first line, `// src/action/ping.ts`. */
export function pathOf({ info, code }: Fence): string | undefined {
  if (!FILES.has(info)) return undefined;
  return /^(?:\/\/|<!--|--|#|\/\*) ((?:[\w.-]+\/)*[\w.-]+\.\w+)(?: -->| \*\/)?\n/.exec(code)?.[1];
}

/** @throws Error if the fence is not a request with its response */
export function exchangeOf({ code, line }: Fence): Exchange {
  const [, request, answer] = /^([^]*?)\n\n(\d{3}\b[^]*?)\n?$/.exec(code) ?? [];
  if (request === undefined || answer === undefined) {
    throw new Error(`The http fence of line ${line} needs a request, an empty line and a response.`);
  }
  return { request, answer };
}

/** `essentials/routing.md` as `essentials-routing`. */
export function slugOf(page: string): string {
  return page.replace(/\.md$/, '').replaceAll('/', '-');
}
