import { read } from './api.js';
import { badge, breakable, empty, fill, h } from './dom.js';
import { originButton } from './origin.js';

/**
 * @typedef {object} Setting a source of a value
 * @property {string} source
 * @property {string} file
 * @property {string} [key]
 * @property {number} [line]
 * @property {string} how
 * @property {string | number | boolean | null} [value]
 */
/**
 * @typedef {object} Node a value of the configuration
 * @property {string} path
 * @property {string | number} key
 * @property {'map' | 'list' | 'value' | 'code' | 'secret' | 'removed'} kind
 * @property {string | number | boolean | null} [value]
 * @property {readonly Setting[]} settings
 * @property {readonly Node[]} [children]
 */

// Deeper nodes are folded at first.
const OPEN = 2;

/**
 * The merged configuration, as `fw config` prints it.
 *
 * @returns {import('./dom.js').View}
 */
export function configurationView() {
  const filter = h('input', {
    type: 'search',
    placeholder: 'Filter: server.port, a file',
    'aria-label': 'Filter the configuration',
  });
  const tree = h('div', { class: 'configuration' }, empty('Reading the configuration …'));
  const element = h(
    'section',
    {},
    h('h2', {}, 'Configuration'),
    h('p', { class: 'bar' }, filter),
    h(
      'p',
      { class: 'hint' },
      'The configuration as the next start merges it, with the source of each value. Secrets are masked.',
    ),
    tree,
  );
  void load(tree, filter);
  return { element };
}

/**
 * @param {HTMLElement} tree
 * @param {HTMLInputElement} filter
 */
async function load(tree, filter) {
  try {
    /** @type {Node | null} */
    let root = await read('configuration');
    const draw = () => {
      const wanted = filter.value.trim().toLowerCase();
      const nodes = (root?.children ?? [])
        .map((node) => nodeOf(node, wanted, 0))
        .filter((item) => item !== undefined);
      fill(tree, nodes.length > 0 ? h('ul', { class: 'config' }, nodes) : empty('No matching values.'));
    };
    filter.addEventListener('input', draw);
    draw();
    // With the lines in the files, which take a moment; without them if fw isn't installed.
    root = await read('configuration/lines').catch(() => root);
    draw();
  } catch (error) {
    fill(tree, empty(/** @type {Error} */ (error).message));
  }
}

/**
 * @param {Node} node
 * @param {string} wanted
 * @param {number} depth
 * @returns {HTMLElement | undefined} undefined if neither the node nor its children match
 */
function nodeOf(node, wanted, depth) {
  const { key, children = [], settings } = node;
  const isWanted = wanted === '' || textOf(node).includes(wanted);
  const within = children
    .map((child) => nodeOf(child, isWanted ? '' : wanted, depth + 1))
    .filter((item) => item !== undefined);
  if (!isWanted && within.length === 0) return undefined;
  const line = [h('code', { class: 'key' }, String(key)), ' ', valueOf(node), ' ', sourcesOf(settings)];
  if (children.length === 0) return h('li', {}, line);
  return h(
    'li',
    {},
    h('details', { open: depth < OPEN - 1 || wanted !== '' }, h('summary', {}, line), h('ul', {}, within)),
  );
}

/** @param {Node} node */
function textOf({ path, value, settings }) {
  return `${path} ${value} ${settings.map(({ file }) => file).join(' ')}`.toLowerCase();
}

/** @param {Node} node */
function valueOf({ kind, value, children = [] }) {
  if (kind === 'map' || kind === 'list') {
    const what = kind === 'list' ? 'items' : 'keys';
    return h(
      'span',
      { class: 'quiet' },
      children.length === 0
        ? `no ${what}`
        : `${children.length} ${children.length === 1 ? what.slice(0, -1) : what}`,
    );
  }
  if (kind === 'secret') return [h('code', {}, '***'), ' ', badge('secret')];
  if (kind === 'removed') return badge('removed', 'error');
  return h(
    'code',
    { class: `value ${kind === 'code' ? 'code' : typeof value}` },
    kind === 'code' ? String(value) : JSON.stringify(value),
  );
}

/**
 * The value in effect, then the values that it replaced, the latest first.
 *
 * @param {readonly Setting[]} settings
 */
function sourcesOf(settings) {
  const [current, ...replaced] = settings.toReversed();
  if (current === undefined) return undefined;
  return h(
    'span',
    { class: 'sources' },
    sourceOf(current),
    replaced.map((setting, index) => {
      // The later setting shows what became of this one.
      const { how } = index === 0 ? current : /** @type {Setting} */ (replaced[index - 1]);
      const isKept = how === 'merge' || how === 'append';
      return h(
        'span',
        { class: 'replaced' },
        isKept ? 'merged with ' : 'replaces ',
        !isKept && setting.value !== undefined && [h('del', {}, JSON.stringify(setting.value)), ' '],
        sourceOf(setting),
      );
    }),
  );
}

/** @param {Setting} setting */
function sourceOf({ source, file, line }) {
  return source === 'file'
    ? originButton({ file, ...(line !== undefined && { line }) })
    : h('span', { class: 'origin' }, breakable(file));
}
