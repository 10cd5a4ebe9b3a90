import { read } from './api.js';
import { empty, fill, h } from './dom.js';
import { pipelineTree } from './pipeline-tree.js';
import { summaryOf } from './explanation-summary.js';

/** @typedef {import('../../describe/description.ts').ApplicationDescription} ApplicationDescription */
/** @typedef {import('../../describe/description.ts').Explanation} Explanation */

const ORIGIN = /^https?:\/\/[^/]+/i;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * The pipeline as a drawing, and the layers that a request would run.
 *
 * @param {Promise<{ description?: ApplicationDescription }>} application
 * @returns {import('./dom.js').View}
 */
export function pipelineView(application) {
  const list = h(
    'datalist',
    { id: 'methods' },
    METHODS.map((method) => h('option', { value: method })),
  );
  const method = h('input', {
    name: 'method',
    value: 'GET',
    list: 'methods',
    class: 'method',
    spellcheck: 'false',
    autocapitalize: 'characters',
    'aria-label': 'Method',
  });
  const url = h('input', {
    name: 'url',
    class: 'url',
    placeholder: '/a/path?and=query',
    spellcheck: 'false',
    autocapitalize: 'none',
    autocomplete: 'off',
    'aria-label': 'URL',
    'aria-describedby': 'explain-hint',
  });
  const clear = h('button', { type: 'reset', class: 'button', hidden: true }, 'Clear');
  const form = h(
    'form',
    { class: 'explain', role: 'search', 'aria-label': 'Explain a request' },
    method,
    url,
    h('button', { type: 'submit', class: 'button primary' }, 'Explain'),
    clear,
    list,
  );
  const outcome = h('div', { class: 'outcome', 'aria-live': 'polite' });
  const drawing = h('div', { class: 'drawing' });
  const hint = h(
    'p',
    { class: 'hint', id: 'explain-hint' },
    'Type a request such as GET / to highlight the middleware that would run. Nothing is executed.',
  );
  const element = h('section', { class: 'pipeline' }, h('h2', {}, 'Pipeline'), form, hint, outcome, drawing);

  /** @type {ApplicationDescription | undefined} */
  let description;
  /** @param {Explanation} [explanation] */
  const draw = (explanation) => {
    clear.hidden = explanation === undefined;
    fill(outcome, explanation && summaryOf(explanation));
    fill(drawing, description && pipelineTree(description, explanation));
  };

  let latest = 0;
  const explain = async () => {
    // A user may type or paste "GET /path" into the second field.
    const typed = /^([A-Za-z]+)\s+(\/.*)$/.exec(url.value.trim());
    if (typed !== null) [, method.value = '', url.value = ''] = typed;
    const query = { method: method.value.trim() || 'GET', url: url.value.trim().replace(ORIGIN, '') || '/' };
    history.replaceState(null, '', `?${new URLSearchParams(query)}`);
    const number = ++latest;
    try {
      const explanation = await read('explain', query);
      // A newer request has replaced this one.
      if (number === latest) draw(explanation);
    } catch (error) {
      draw();
      fill(outcome, h('p', { class: 'verdict missing' }, /** @type {Error} */ (error).message));
    }
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void explain();
  });
  // After a short delay, so that the drawing follows the input.
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  form.addEventListener('input', () => {
    clearTimeout(timer);
    if (/^(?:[a-z]+:\/)?\/|^[a-z]+ +\//i.test(url.value.trim())) timer = setTimeout(explain, 250);
  });
  form.addEventListener('reset', () => {
    latest++;
    history.replaceState(null, '', location.pathname);
    draw();
  });

  const load = async () => {
    ({ description } = await application);
    draw();
    if (description !== undefined) return;
    fill(drawing, empty('This server serves a pipe, not an application, so there is no pipeline to show.'));
  };
  const loaded = load();
  return {
    element,
    show() {
      const { searchParams } = new URL(location.href);
      const latest = searchParams.get('url');
      if (latest === null) return;
      method.value = searchParams.get('method') ?? 'GET';
      url.value = latest;
      void loaded.then(explain);
    },
  };
}
