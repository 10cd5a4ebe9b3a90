import { read } from './api.js';
import { fill, h } from './dom.js';

/** @typedef {import('fw-runtime/internal').RouteDescription} RouteDescription */

/**
 * Writes the URL of a route, as `app.url(name, params)` does.
 *
 * @param {readonly RouteDescription[]} routes
 * @param {(path: string) => void} explain
 */
export function urlForm(routes, explain) {
  const names = h(
    'select',
    { 'aria-label': 'Route' },
    routes.map(({ name }) => h('option', { value: name }, name)),
  );
  const fields = h('span', { class: 'fields' });
  const result = h('output', { class: 'uri', 'aria-live': 'polite' });
  const form = h(
    'form',
    { class: 'explain', 'aria-label': 'Generate a URL' },
    names,
    fields,
    h('button', { type: 'submit', class: 'button primary' }, 'Generate URL'),
  );

  const showFields = () => {
    const route = routes.find(({ name }) => name === names.value);
    const sample = samplesOf(route);
    fill(
      fields,
      (route?.placeholders ?? []).map(({ name, optional }) =>
        h(
          'label',
          {},
          `${name}${optional ? ' (optional)' : ''}`,
          h('input', { name, value: sample[name] ?? '', autocomplete: 'off', spellcheck: 'false' }),
        ),
      ),
    );
    fill(result);
  };
  names.addEventListener('change', showFields);
  showFields();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const given = [...fields.querySelectorAll('input')]
      .filter(({ value }) => value !== '')
      .map(({ name, value }) => [name, value]);
    try {
      const { uri } = await read('uri', {
        name: names.value,
        params: JSON.stringify(Object.fromEntries(given)),
      });
      const link = h('a', { href: uri, target: '_blank', rel: 'noreferrer' }, uri);
      fill(
        result,
        link,
        ' ',
        h('button', { type: 'button', class: 'button', on: { click: () => explain(uri) } }, 'Explain'),
      );
    } catch (error) {
      fill(result, h('span', { class: 'fault' }, /** @type {Error} */ (error).message));
    }
  });
  return [h('h3', {}, 'Generate a URL'), form, result];
}

/**
 * Values of the placeholders in the first sample of a route, if they are known.
 *
 * @param {RouteDescription | undefined} route
 * @returns {Record<string, string>}
 */
function samplesOf(route) {
  const [sample] = route?.samples ?? [];
  if (route === undefined || sample === undefined) return {};
  const [pattern, values] = [route.path.split('/'), sample.slice(route.prefix.length).split('/')];
  const pairs = pattern.map((segment, index) => [/^\{(\w+)[^{}]*\}$/.exec(segment)?.[1], values[index]]);
  return Object.fromEntries(pairs.filter(([name, value]) => name !== undefined && value !== undefined));
}
