import { slug } from 'github-slugger';
import { createCssVariablesTheme } from 'shiki';
import { defineConfig } from 'vitepress';
import { addressOf, sectionsOf } from '../navigation.mjs';
import { apiSidebar } from '../api.mjs';
import { docs } from '../pages.mjs';
import { searchOptions } from '../search.mjs';

const sections = sectionsOf(docs).map(({ text, items }) => ({
  text,
  items: items.map(({ text, path }) => ({ text, link: addressOf(path) })),
}));

/** By folder: the pages of its section. One list of all pages would be most of a page's size; the start page has it. */
function sidebars() {
  const shown = sections.flatMap((section) =>
    section.items.map(({ link }) => [link.replace(/(?<=.\/)[^/]*$/, ''), [section]]),
  );
  return Object.fromEntries(shown);
}

export default defineConfig({
  title: 'Fw',
  description: 'A middleware application framework for TypeScript, with a project generator.',
  lang: 'en',
  srcDir: '.content',
  outDir: 'dist',
  cacheDir: 'node_modules/.vitepress',
  base: process.env.SITE_BASE ?? '/',
  cleanUrls: true,
  lastUpdated: false,
  // The navigation is in one file, and not in every page.
  metaChunk: true,
  // The reader's own server responds to these addresses.
  ignoreDeadLinks: [/^https?:\/\/localhost/],
  // Every element of a page names its component. A short name makes all pages smaller.
  vue: {
    features: { componentIdGenerator: (path, _source, _isProduction, hash) => hash(path).slice(0, 4) },
  },
  markdown: {
    // Its colors are in theme/style.css, once for all pages.
    theme: createCssVariablesTheme(),
    codeTransformers: [{ name: 'short', span: shortenColor, line: joinSpans }],
    // As GitHub does, so that anchors lead in both places.
    anchor: { slugify: (heading) => slug(heading.replaceAll(/<[^>]*>/g, '')), permalink },
    languageAlias: { caddy: 'nginx', haproxy: 'nginx', console: 'shellsession' },
  },
  // The pages of the reference have no order.
  transformPageData({ relativePath }) {
    return relativePath.startsWith('reference/api/') ? { frontmatter: { prev: false, next: false } } : {};
  },
  /** The head without its indentation, which is the same 500 bytes in each page. */
  transformHtml: (html) => html.replace(/<head>[^]*?<\/head>/, (head) => head.replaceAll(/\n\s+/g, '')),
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        miniSearch: { searchOptions },
        // The search finds only names of the API reference, so that guides come first, and nothing that a program prints.
        _render(source, env, markdown) {
          const html = markdown.render(source, env);
          return env.relativePath.startsWith('reference/api/')
            ? (html.match(/<h[13][^]*?<\/h[13]>/g) ?? []).join('')
            : html.replaceAll(/<div class="language-(?:http|shellsession|console|json)\b[^]*?<\/div>/g, '');
        },
      },
    },
    nav: [
      { text: 'Quick start', link: '/start/quick-start' },
      { text: 'Tasks', link: '/tasks' },
      { text: 'All pages', link: '/' },
      { text: 'API', link: '/reference/api/' },
    ],
    sidebar: {
      ...sidebars(),
      '/reference/api/': apiSidebar(),
    },
    outline: { level: [2, 3] },
  },
});

/** `class="k"` instead of `style="color:var(--shiki-token-keyword)"`, which is most of the size of a page with code. */
function shortenColor(node) {
  const [, token] = /--shiki-(?:token-)?([\w-]+)/.exec(node.properties.style ?? '') ?? [];
  if (token === undefined) return;
  delete node.properties.style;
  if (!['foreground', 'punctuation'].includes(token)) node.properties.class = `t-${token.slice(0, 3)}`;
}

/** One span for neighbors of one color, and none for text that has no color. */
function joinSpans(line) {
  const joined = [];
  for (const span of line.children) {
    const [text] = span.children;
    const last = joined.at(-1);
    if (last?.properties !== undefined && last.properties.class === span.properties.class)
      last.children[0].value += text.value;
    else joined.push(span);
  }
  line.children = joined.flatMap((span) => (span.properties.class === undefined ? span.children : span));
}

/** A link behind each heading, with a short label: its own repeats the heading, in all pages about 200 KB. */
function permalink(anchor, _options, { Token, tokens }, index) {
  const open = new Token('link_open', 'a', 1);
  open.attrs = [
    ['class', 'header-anchor'],
    ['href', `#${anchor}`],
    ['aria-label', 'Link'],
  ];
  tokens[index + 1].children.push(open, new Token('link_close', 'a', -1));
}
