// Copies docs/ to where VitePress reads it, and turns what GitHub shows into what the website shows.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, posix } from 'node:path';
import { GUESTS } from './navigation.mjs';
import { inVariantA } from './variant-a.mjs';

const root = join(import.meta.dirname, '../..');
export const docs = join(root, 'docs');
export const content = join(import.meta.dirname, '.content');

/** Writes all pages to `.content`, except the API reference. */
export function writePages() {
  const api = join(content, 'reference/api');
  for (const path of existsSync(content) ? readdirSync(content, { recursive: true, encoding: 'utf8' }) : []) {
    const file = join(content, path);
    if (path.endsWith('.md') && !file.startsWith(api)) rmSync(file);
  }
  cpSync(join(docs, 'images'), join(content, 'images'), { recursive: true });
  for (const path of pagePaths()) writePage(join('docs', path), path);
  for (const [from, to] of Object.entries(GUESTS)) writePage(from, to);
  writeFileSync(join(content, 'index.md'), homePage());
}

/** The paths of all pages below docs/, with slashes. */
function pagePaths() {
  return readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md') && path !== 'README.md');
}

function writePage(from, to) {
  const target = join(content, to.replace(/README\.md$/, 'index.md'));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, withTabs(withLinks(readFileSync(join(root, from), 'utf8'), from, to)));
}

/** Rewrites links to other pages of the website. Other files of the repository are copied, or named without a link. */
function withLinks(markdown, from, to) {
  return outsideFences(markdown, (text) =>
    text.replaceAll(
      /(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s:#]+)(#[^)\s]*)?\)/g,
      (all, image, label, path, hash = '') => {
        const target = posix.join(posix.dirname(from.replaceAll('\\', '/')), path);
        const page = target.startsWith('docs/') ? target.slice('docs/'.length) : GUESTS[target];
        if (page !== undefined && existsSync(join(root, target))) {
          const there = posix.relative(posix.dirname(to), page).replace(/README\.md$/, 'index.md');
          return `${image}[${label}](${there.startsWith('.') ? there : `./${there}`}${hash})`;
        }
        if (!existsSync(join(root, target)) || !['.json', '.svg', '.png'].includes(extname(target)))
          return label;
        copyFile(target);
        return `${image}[${label}](/files/${target})`;
      },
    ),
  );
}

/** Shows an example in both variants if these differ in more than an import, and variant A can be derived. */
function withTabs(markdown) {
  return markdown.replaceAll(/^```ts\n([^]*?)^```$/gm, (fence, code) => {
    const other = code.startsWith('// ') ? undefined : inVariantA(code);
    if (other === undefined || other === code.replace("'fw-runtime/b'", "'fw-runtime/a'")) return fence;
    return `::: code-group\n\n\`\`\`ts [Variant B]\n${code}\`\`\`\n\n\`\`\`ts [Variant A]\n${other}\`\`\`\n\n:::`;
  });
}

/** Replaces text that isn't in a fence. */
function outsideFences(markdown, replace) {
  return markdown
    .split(/(^ *```[^]*?^ *```)/m)
    .map((part, index) => (index % 2 === 1 ? part : replace(part)))
    .join('');
}

/** The start page: the text and lists of docs/README.md, below its first sentence. */
function homePage() {
  const index = withLinks(readFileSync(join(docs, 'README.md'), 'utf8'), 'docs/README.md', 'index.md');
  const [, tagline = '', rest = ''] = /^# .*\n\n([^\n]+)\n([^]*)$/.exec(index) ?? [];
  const hero = {
    name: 'Fw',
    text: 'A middleware framework for TypeScript',
    tagline,
    actions: [
      { theme: 'brand', text: 'Quick start', link: '/start/quick-start' },
      { theme: 'alt', text: 'Find a task', link: '/tasks' },
      { theme: 'alt', text: 'API reference', link: '/reference/api/' },
    ],
  };
  const sections = rest
    .trim()
    .split(/^(?=## )/m)
    .map((section) => `<div>\n\n${section.trim()}\n\n</div>`);
  return `---\nlayout: home\nhero: ${JSON.stringify(hero)}\n---\n\n<div class="vp-doc start">\n${sections.join('\n')}\n</div>\n`;
}

/** Copies a file of the repository; test results lose their line breaks. */
function copyFile(path) {
  const [from, to] = [join(root, path), join(content, 'public/files', path)];
  mkdirSync(dirname(to), { recursive: true });
  if (extname(path) !== '.json') cpSync(from, to);
  else writeFileSync(to, JSON.stringify(JSON.parse(readFileSync(from, 'utf8'))));
}
