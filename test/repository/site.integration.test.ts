// The website, built as `npm run site -- build` builds it.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import MiniSearch from 'minisearch';
import { beforeAll, describe, expect, test } from 'vitest';

const site = join(import.meta.dirname, '../../tools/site');
const dist = join(site, 'dist');
const MAX_BYTES = 16_000_000;

describe('the website', { tags: ['full'] }, () => {
  beforeAll(async () => {
    await execa('node', ['run.mjs', 'build'], { cwd: site });
  }, 900_000);

  test(`has at most ${MAX_BYTES} bytes`, async () => {
    const files = await filesOf(dist);
    const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));

    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_BYTES);
  });

  test('has a page for each page of docs/, its Markdown, and an entry in llms.txt', async () => {
    const llms = await readFile(join(dist, 'llms.txt'), 'utf8');
    const { withoutPadding } = (await load('finish.mjs')) as { withoutPadding(markdown: string): string };
    for (const page of (await readdir('docs', { recursive: true })).filter((name) => name.endsWith('.md'))) {
      if (page === 'README.md') continue;
      const name = page.replace(/README\.md$/, 'index.md');
      await stat(join(dist, name.replace(/\.md$/, '.html')));
      const [markdown, source] = await Promise.all([
        readFile(join(dist, name), 'utf8'),
        readFile(join('docs', page), 'utf8'),
      ]);
      expect(markdown).toBe(withoutPadding(source));
      // Nothing else is left out.
      expect(markdown.replaceAll(/[ -]/g, '')).toBe(source.replaceAll(/[ -]/g, ''));
      expect(llms).toContain(`(/${name})`);
    }
  });

  test('has every heading that its pages link to', async () => {
    const { deadAnchors } = (await load('finish.mjs')) as { deadAnchors(): string[] };

    expect(deadAnchors()).toEqual([]);
  });

  test('redirects the old address of each page that has moved', async () => {
    const redirects = JSON.parse(await readFile(join(site, 'redirects.json'), 'utf8')) as Record<
      string,
      string
    >;
    for (const [from, to] of Object.entries(redirects)) {
      expect(await readFile(join(dist, `${from}.html`), 'utf8')).toContain(`url=${to}"`);
      await stat(join(dist, to.endsWith('/') ? `${to}index.html` : `${to}.html`));
    }
  });

  test('has an API page for each class', async () => {
    const page = await readFile(join(dist, 'reference/api/fw-runtime/classes/JsonResponse.html'), 'utf8');

    expect(page).toContain('Variant A');
    expect(page).toContain('fw-runtime/b');
  });

  test('its search finds the page of each task by the name of the task', async () => {
    const index = await searchIndex();
    const tasks = await tasksOf('docs/tasks.md');

    expect(tasks.length).toBeGreaterThanOrEqual(40);
    const missed = tasks.filter(({ name, page }) => {
      const found = index.search(name).map(({ id }) => String(id).replace(/^\/|#.*$/g, ''));
      return ![...new Set(found)].slice(0, 3).includes(page);
    });
    expect(missed).toEqual([]);
  });
});

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** The index of the browser's search, with the options of tools/site/.vitepress/config.mjs. */
async function searchIndex(): Promise<MiniSearch> {
  const chunks = join(dist, 'assets/chunks');
  const chunk = (await readdir(chunks)).find((name) => name.startsWith('@localSearchIndex')) ?? '';
  const { default: json } = (await import(pathToFileURL(join(chunks, chunk)).href)) as { default: string };
  const { searchOptions } = (await load('search.mjs')) as { searchOptions: object };
  return MiniSearch.loadJSON(json, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    searchOptions,
  });
}

/** The links in the first column of the page's tables. */
async function tasksOf(file: string): Promise<{ name: string; page: string }[]> {
  const text = await readFile(file, 'utf8');
  return Array.from(text.matchAll(/^\| \[([^\]]+)\]\(([^)#]+)\.md/gm), ([, name = '', page = '']) => ({
    name,
    page: page.replace(/README$/, ''),
  }));
}

function load(file: string): Promise<unknown> {
  return import(pathToFileURL(join(site, file)).href);
}
