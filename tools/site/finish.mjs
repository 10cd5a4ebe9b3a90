// Adds Markdown for programs, and redirects from old addresses, to the built website.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { addressOf, sectionsOf } from './navigation.mjs';
import { docs } from './pages.mjs';

const dist = join(import.meta.dirname, 'dist');
const base = process.env.SITE_BASE ?? '/';
/** The beginning of every address, without a slash at its end. */
const prefix = base.replace(/\/$/, '');

export function finish() {
  writeMarkdown();
  writeRedirects();
}

/** `llms.txt` lists the pages, `llms-full.txt` holds them, and each page has its Markdown beside it. */
function writeMarkdown() {
  const lists = [];
  const full = [];
  for (const { text, items } of sectionsOf(docs)) {
    const entries = items
      .filter(({ path }) => !path.startsWith('../'))
      .map((item) => {
        const markdown = withoutPadding(readFileSync(join(docs, item.path), 'utf8'));
        const address = addressOf(item.path).replace(/\/$/, '/index');
        write(`${address}.md`, markdown);
        full.push(markdown);
        return `- [${item.text}](${prefix}${address}.md): ${firstSentence(markdown)}`;
      });
    lists.push(`## ${text}\n\n${entries.join('\n')}\n`);
  }
  const [, summary = ''] = /^# .+\n\n(.+)/.exec(readFileSync(join(docs, 'README.md'), 'utf8')) ?? [];
  write('llms.txt', `# Fw\n\n> ${summary}\n\n${lists.join('\n')}`);
  write('llms-full.txt', full.join('\n\n---\n\n'));
}

/** The Markdown with narrow tables: programs don't need the spaces that align the columns. */
export function withoutPadding(markdown) {
  let isCode = false;
  return markdown.replaceAll(/^.*$/gm, (line) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    return isCode || !line.startsWith('|')
      ? line
      : line.replaceAll(/ {2,}/g, ' ').replaceAll(/-{4,}/g, '---');
  });
}

/** The first sentence of a page, without its links. */
function firstSentence(markdown) {
  const [, paragraph = ''] = /^# .+\n\n([^]*?)(?:\n\n|$)/.exec(markdown) ?? [];
  const text = paragraph.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('\n', ' ');
  return /^[^]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
}

function writeRedirects() {
  const redirects = JSON.parse(readFileSync(join(import.meta.dirname, 'redirects.json'), 'utf8'));
  for (const [from, to] of Object.entries(redirects)) {
    const target = prefix + to;
    write(
      `${from}.html`,
      `<!doctype html><meta charset="utf-8"><title>Moved</title><link rel="canonical" href="${target}">` +
        `<script>location.replace(${JSON.stringify(target)} + location.hash)</script>` +
        `<meta http-equiv="refresh" content="0; url=${target}"><a href="${target}">This page has moved.</a>\n`,
    );
  }
}

/** The addresses and anchors that pages link to and that the built website doesn't have. */
export function deadAnchors() {
  const pages = new Map(
    readdirSync(dist, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.html'))
      .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(dist, path), 'utf8')]),
  );
  const dead = [];
  for (const [path, html] of pages) {
    for (const [, address, anchor] of html.matchAll(/<a [^>]*?href="([^"#:]*)#([^"]+)"/g)) {
      const target = address === '' ? path : fileOf(new URL(address, `http://x/${path}`).pathname);
      const page = pages.get(target);
      if (page === undefined || !page.includes(`id="${anchor}"`)) dead.push(`${path}: ${address}#${anchor}`);
    }
  }
  return dead;
}

function fileOf(pathname) {
  const path = pathname.slice(base.length);
  if (path === '' || path.endsWith('/')) return `${path}index.html`;
  return path.endsWith('.html') ? path : `${path}.html`;
}

function write(path, text) {
  const file = join(dist, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
