import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Application, type Middleware, TextResponse } from '../src/b/index.ts';
import { Route } from '../src/index.ts';
import { FindMyWayRouter } from '../src/kernel/router/find-my-way-router.ts';
import { cases } from './cases/index.ts';

const page = await readFile(new URL('../../../docs/rules.md', import.meta.url), 'utf8');
const headings = Array.from(page.matchAll(/^### .*$/gm), ([heading]) => heading);
const rules = headings.map((heading) => /^### <a id="\w+"><\/a>([A-Z]\d+)\. /.exec(heading)?.[1] ?? heading);
const rulesOfCases = Object.values(cases).flatMap((chapter) => chapter.map(({ rule }) => rule));

describe('the rules of docs/rules.md', () => {
  test('are each named by a case or by the title of a test', async () => {
    const named = new Set([...rulesOfCases, ...(await rulesInTitles())]);
    expect(
      rules.filter((rule) => !named.has(rule)),
      'add a case with this rule to packages/runtime/test/cases, or end the title of a test with it: "… (R1)"',
    ).toEqual([]);
  });

  test('are there for every case and every title that names one', async () => {
    const named = [...new Set([...rulesOfCases, ...(await rulesInTitles())])];
    expect(
      named.filter((rule) => !rules.includes(rule)),
      'docs/rules.md has no such rule: add it there, or correct the case or the title in packages/runtime/test that names it',
    ).toEqual([]);
  });

  test('are there for every comment in the source that refers to one', async () => {
    const expression = /\brules? [A-Z]\d+(?:(?:, |–| and )[A-Z]\d+)*/g;
    const folders = ['../src', '../../devtools/src'];
    const references = (
      await Promise.all(folders.map((folder) => findAll(folder, '.ts', expression)))
    ).flat();
    const named = references.flatMap((reference) => reference.match(/[A-Z]\d+/g) ?? []);
    expect(
      named.filter((rule) => !rules.includes(rule)),
      'docs/rules.md has no such rule: correct the comment in packages/runtime/src that names it',
    ).toEqual([]);
  });

  test('are numbered in each chapter without a gap, and can be linked by their number', () => {
    const letters = Array.from(page.matchAll(/^## ([A-Z])\. /gm), ([, letter = '']) => letter);
    const numbered = letters.flatMap((letter) =>
      rules.filter((rule) => rule.startsWith(letter)).map((_, index) => `${letter}${index + 1}`),
    );
    const form =
      'write headings of docs/rules.md as "### <a id="r1"></a>R1. Title", and give a new rule the next number';
    expect(rules, form).toEqual(numbered);
    const anchors = headings.map((heading) => /<a id="(\w+)">/.exec(heading)?.[1]);
    expect(anchors, form).toEqual(rules.map((rule) => rule.toLowerCase()));
  });
});

const respond: Middleware = ({ path }) => new TextResponse(path);

describe('the tables of docs/rules.md', () => {
  test.each(rowsBelow("Path | Matches | Doesn't match"))('%s matches these paths (R3)', async (...row) => {
    const [[path = ''] = [], matching = [], others = []] = row.map(codesIn);
    const app = new Application().pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.get(path, respond);
    expect([await handledPaths(app, matching), await handledPaths(app, others)]).toEqual([matching, []]);
  });

  test.each(rowsBelow('Routes | Path | Selected route'))(
    'with the routes %s, the path %s selects %s (R5)',
    async (...row) => {
      const [routes = [], [path = ''] = [], [expected] = []] = row.map(codesIn);
      const app = new Application().pipeRoutingMiddleware().pipeDispatchMiddleware();
      for (const route of routes) app.get(route, () => new TextResponse(route));
      expect(await (await app.request(path)).text()).toBe(expected);
    },
  );

  test.each(rowsBelow("Prefix | Matches | Doesn't match"))('%s matches these paths (P2)', async (...row) => {
    const [[prefix = ''] = [], matching = [], others = []] = row.map(codesIn);
    const app = new Application().pipe(prefix, respond);
    expect([await handledPaths(app, matching), await handledPaths(app, others)]).toEqual([matching, []]);
  });

  test.each(rowsBelow('Received | Canonical'))(
    'the canonical form of the path %s is %s (P1)',
    async (...row) => {
      const [received = '', canonical] = row.flatMap(codesIn);
      const response = await new Application().pipe(respond).request(`http://localhost${received}`);
      expect(await response.text()).toBe(canonical);
    },
  );

  test.each(rowsBelow('Path | Parameters | URI'))('%s with %s is the URI %s (R13)', (...row) => {
    const [path = '', parameters = '', uri] = row.flatMap(codesIn);
    const router = new FindMyWayRouter();
    router.addRoute(new Route(path, respond, ['GET'], 'page'));
    expect(router.generateUri('page', JSON.parse(parameters) as object)).toBe(uri);
  });
});

/** Titles end with the rules that they are about: `test('… (S1)')`. */
async function rulesInTitles(): Promise<string[]> {
  const expression = /\((?:[A-Z]\d+(?:, )?)+\)['"`]/g;
  const folders = ['.', '../../devtools/test'];
  const titles = await Promise.all(folders.map((folder) => findAll(folder, '.test.ts', expression)));
  return titles.flat().flatMap((title) => title.match(/[A-Z]\d+/g) ?? []);
}

/** The matches of the expression in the files of a folder with this ending. */
async function findAll(path: string, ending: string, expression: RegExp): Promise<string[]> {
  const folder = fileURLToPath(new URL(path, import.meta.url));
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(ending));
  const sources = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return sources.flatMap((source) => source.match(expression) ?? []);
}

/** The cells of the table with this head. */
function rowsBelow(head: string): string[][] {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => cellsOf(line).join(' | ') === head);
  if (start === -1) throw new Error(`docs/rules.md has no table "${head}".`);
  const end = lines.findIndex((line, index) => index > start && line === '');
  return lines.slice(start + 2, end).map(cellsOf);
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** The parts of a cell in backticks. */
function codesIn(cell: string): string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, text = '']) => text);
}

async function handledPaths(app: Application, paths: readonly string[]): Promise<string[]> {
  const statuses = await Promise.all(
    paths.map(async (path) => (await app.request(`http://localhost${path}`)).status),
  );
  return paths.filter((_, index) => statuses[index] === 200);
}
