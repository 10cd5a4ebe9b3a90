import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { agentsIndex, withAgentsIndex } from '../../src/docs/agents-index.ts';
import { pageMarkdown, pagesIn, sectionsOf } from '../../src/docs/pages.ts';
import { search } from '../../src/docs/search.ts';

const pages = pagesIn('docs');
const template = 'templates/app/base/AGENTS.md.hbs';

describe('the pages that fw docs prints', () => {
  test.each(['essentials/routing', 'routing', 'ROUTING', 'routing.md'])('%s is a page', (name) => {
    expect(pageMarkdown(pages, name)).toBe(readFileSync('docs/essentials/routing.md', 'utf8'));
  });

  test('a heading is a section with the sections below it, up to the next of its level', () => {
    const section = pageMarkdown(pages, 'routing#groups');

    expect(section).toMatch(/^## Groups\n/);
    expect(section.match(/^## /gm)).toHaveLength(1);
  });

  test('an error code is its entry', () => {
    expect(pageMarkdown(pages, 'FW_MISSING_RESPONSE')).toMatch(/^## FW_MISSING_RESPONSE\n/);
    expect(pageMarkdown(pages, 'FW_HTTP_404')).toMatch(/^## FW_HTTP_400 to FW_HTTP_599\n/);
    expect(() => pageMarkdown(pages, 'FW_MISSING_RESPONS')).toThrow('error-codes#fw_missing_response');
  });

  test('a line in a fence is not a heading', () => {
    expect(sectionsOf('# Page\n```sh\n# npm\n```\n## `Next` one\n').map(({ anchor }) => anchor)).toEqual([
      'page',
      'next-one',
    ]);
  });

  test('an unknown page names one that is similar', () => {
    expect(() => pageMarkdown(pages, 'routng')).toThrow('Did you mean "routing"?');
    expect(() => pageMarkdown(pages, 'routing#group')).toThrow('Did you mean "routing#groups"?');
    expect(() => pageMarkdown(pages, 'xyzzy')).toThrow('The documentation has no page "xyzzy".');
  });
});

describe('the search of fw docs', () => {
  test.each([
    ['csrf', 'middleware/csrf'],
    ['rate limit', 'middleware/rate-limit'],
    ['basic auth', 'middleware/basic-auth'],
    ['websocket', 'guides/websockets'],
    ['file upload', 'guides/uploads'],
  ])('%s finds %s first', (words, name) => {
    const [first] = search(pages, words, 3);

    expect(first?.page.split('#')[0]).toBe(name);
    expect(first?.excerpt.length).toBeLessThanOrEqual(200);
  });

  test('words that no page contains find nothing', () => {
    expect(search(pages, 'xyzzyq', 3)).toEqual([]);
  });
});

describe('the index of AGENTS.md', () => {
  test('has at most 8 KB, and links to pages', () => {
    const index = agentsIndex(pages, 'node fw');

    expect(Buffer.byteLength(index)).toBeLessThanOrEqual(8192);
    const names = Array.from(index.matchAll(/^- [^:]+: (.+)$/gm), ([, list = '']) => list.split(', ')).flat();
    expect(names).toHaveLength(pages.length);
    for (const name of names) expect(() => pageMarkdown(pages, name)).not.toThrow();
  });

  test('is the same in a new project as fw types would write it', () => {
    const text = readFileSync(template, 'utf8');
    const changed = withAgentsIndex(text, pages, '{{fw}}');
    expect(text, `${template} needs the markers of the list`).toContain('<!-- fw docs -->');
    if (changed !== undefined && process.env['FW_RECORD'] !== undefined) writeFileSync(template, changed);
    else expect(changed, `run this file with FW_RECORD=1, which writes ${template}`).toBe(undefined);
  });

  test('replaces only what is between its markers', () => {
    const text = 'Mine.\n<!-- fw docs -->\nold\n<!-- /fw docs -->\nMine too.\n';

    expect(withAgentsIndex(text, pages, 'node fw')).toBe(
      `Mine.\n${agentsIndex(pages, 'node fw')}\nMine too.\n`,
    );
    expect(withAgentsIndex('No markers.\n', pages, 'node fw')).toBe(undefined);
  });
});
