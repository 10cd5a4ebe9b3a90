import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@babel/parser';
import { expect, test } from 'vitest';

// Private vocabulary that readers stumble over, and the plain words to write. A space matches any white space.
const DENIED: readonly (readonly [pattern: string, write: string])[] = [
  ['stands?|stood', 'is registered (in, before, under), is, means'],
  ['tells?|told', 'logs, reports, notifies, prints'],
  ['asks?|asked', 'calls, requests, resolves, looks up; prompts'],
  ['counts? more', 'takes precedence, overrides'],
  ['(?:does|do) not regard|disregards?', 'ignores'],
  ['lays? down|laid down|laying down', 'creates, generates'],
  ['whoever|nobody|somebody', 'the role: a client, a user, the caller, no one'],
  ['of which', 'a sentence of its own, with the noun'],
  ['is none|are none', "isn't a, aren't, there isn't a"],
  ['made of', 'created from'],
  ['all the same', 'anyway, or nothing'],
  ['in good order', 'gracefully'],
  ['anew', 'again'],
  ['mends?|mended', 'fixes'],
  ['faults?', 'error, configuration error'],
  ['as ever', 'as before, or nothing'],
  ['goes on|went on', 'continues'],
  ['lets? go', 'closes, releases'],
  ['refus(?:e|es|ed|ing)', 'rejects'],
  ['refusals?', 'rejection'],
  ['breaks? off|broke off|broken off', 'aborts'],
  ['shall', 'must, will, or the present tense'],
  ['thereby', 'a sentence of its own'],
  ['believes?|believed', 'trusts'],
  ['restrictions?', 'constraint'],
  ['a text|texts', 'string'],
];

// Comments begin with their subject.
const DENIED_BEGINNINGS: readonly (readonly [pattern: string, write: string])[] = [
  ['Of|That of|That which|Those|What', 'a sentence that begins with its subject'],
];

const PACKAGES = ['runtime', 'middleware', 'command-line', 'cli', 'create-fw-app'].map((name) =>
  join('packages', name),
);
const SOURCES = PACKAGES.flatMap((folder) => filesIn(join(folder, 'src'), '.ts', true));
const PAGES = [
  ...filesIn('.', '.md'),
  ...filesIn('docs', '.md', true),
  ...PACKAGES.flatMap((folder) => filesIn(folder, '.md')),
];

const denied = expressionOf(DENIED, '\\b', 'gi');
const deniedBeginning = expressionOf(DENIED_BEGINNINGS, '^', 'g');

function filesIn(folder: string, ending: string, recursive = false): string[] {
  return readdirSync(folder, { recursive, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(folder, file));
}

function expressionOf(words: typeof DENIED, before: string, flags: string): RegExp {
  const all = words.map(([pattern]) => `(${pattern.replaceAll(' ', '\\s+')})`).join('|');
  return new RegExp(`${before}(?:${all})\\b`, flags);
}

function found(
  file: string,
  line: number,
  prose: string,
  expression: RegExp,
  words: typeof DENIED,
): string[] {
  return Array.from(prose.matchAll(expression), (match) => {
    const at = line + prose.slice(0, match.index).split('\n').length - 1;
    const index = match.slice(1).findIndex((group) => group !== undefined);
    return `${file}:${at}: "${match[0].replaceAll(/\s+/g, ' ')}": write ${words[index]?.[1]}`;
  });
}

interface Source {
  readonly comments: readonly Prose[];
  readonly messages: readonly Prose[];
}

interface Prose {
  readonly line: number;
  readonly text: string;
}

/** The comments of a module, those on successive lines as one, and its strings of three words or more. */
function read(file: string): Source {
  const { comments, tokens } = parse(readFileSync(file, 'utf8'), {
    sourceType: 'module',
    tokens: true,
    plugins: ['typescript'],
  });
  const joined: { line: number; end: number; isLine: boolean; text: string }[] = [];
  for (const { type, value, loc } of comments ?? []) {
    const before = joined.at(-1);
    const isLine = type === 'CommentLine';
    const { line = 1 } = loc?.start ?? {};
    const end = loc?.end.line ?? line;
    if (isLine && before?.isLine === true && before.end === line - 1) {
      before.text += `\n${value}`;
      before.end = end;
    } else joined.push({ line, end, isLine, text: value.replace(/^\*/, '').replaceAll(/^\s*\*/gm, '') });
  }
  const strings = (tokens ?? []) as {
    type: { label: string };
    value: unknown;
    loc: { start: { line: number } };
  }[];
  return {
    comments: joined.map(({ line, text }) => ({ line, text: withoutCode(text) })),
    messages: strings
      .filter(({ type }) => type.label === 'string' || type.label === 'template')
      .map(({ value, loc }) => ({ line: loc.start.line, text: String(value) }))
      .filter(({ text }) => /[a-z]+ [a-z]+/i.test(text)),
  };
}

function withoutCode(text: string): string {
  return text.replaceAll(/`[^`]*`/g, (code) => code.replaceAll(/[^\n]/g, '.'));
}

/** A page without its code, comments and the addresses of its links. Its lines stay as they are. */
function proseOf(page: string): string {
  const blank = (part: string): string => part.replaceAll(/[^\n]/g, '');
  return withoutCode(
    page.replaceAll(/^ *```[^]*?^ *```|<!--[^]*?-->/gm, blank).replaceAll(/\]\([^)]*\)/g, ']'),
  );
}

test('comments use plain words, and begin with their subject', () => {
  const all = SOURCES.flatMap((file) =>
    read(file).comments.flatMap(({ line, text }) => [
      ...found(file, line, text, denied, DENIED),
      ...found(file, line, text.trimStart(), deniedBeginning, DENIED_BEGINNINGS),
    ]),
  );

  expect(all, 'write these comments in the words given').toEqual([]);
});

test('error messages and help texts use plain words', () => {
  const all = SOURCES.flatMap((file) =>
    read(file).messages.flatMap(({ line, text }) => found(file, line, text, denied, DENIED)),
  );

  expect(all, 'write these messages in the words given').toEqual([]);
});

test('documents use plain words', () => {
  const all = PAGES.flatMap((file) => found(file, 1, proseOf(readFileSync(file, 'utf8')), denied, DENIED));

  expect(all, 'write these sentences in the words given').toEqual([]);
});
