/** @typedef {Node | string | number | false | null | undefined | readonly Child[]} Child */
/**
 * @typedef {object} View
 * @property {HTMLElement} element
 * @property {(rest: string) => void} [show] called when the view becomes visible, with the path after the tab
 */
/** @typedef {Readonly<Record<string, unknown>> & { class?: string, on?: Record<string, (event: any) => void> }} Properties */

/**
 * Creates an element. Strings are inserted as text, never parsed as HTML.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} [properties] attributes; `true` gives one without a value, undefined and false none
 * @param {readonly Child[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  const { on = {}, ...attributes } = properties;
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false && value !== null)
      element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, listener);
  append(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {readonly Child[]} children
 */
function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child instanceof Node) element.append(child);
    else if (typeof child === 'string' || typeof child === 'number') element.append(String(child));
  }
}

/**
 * Replaces the children of an element.
 *
 * @param {Element} element
 * @param {readonly Child[]} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/**
 * @param {string} text
 * @param {string} [kind] its style
 */
export function badge(text, kind = '') {
  return h('span', { class: `badge ${kind}` }, text);
}

/**
 * A path or a URL that breaks only after a separator, never inside a word.
 *
 * @param {string} text
 * @returns {Child[]}
 */
export function breakable(text) {
  return text.split(/(?<=[/?&])/).flatMap((part, index) => (index === 0 ? [part] : [h('wbr'), part]));
}

/** @param {string} text */
export function empty(text) {
  return h('p', { class: 'empty' }, text);
}

/**
 * @param {number | undefined} milliseconds
 * @returns {string} such as `0.42 ms` or `1.20 s`
 */
export function time(milliseconds) {
  if (milliseconds === undefined) return '';
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(2)} s`;
  return `${milliseconds.toFixed(milliseconds < 10 ? 2 : milliseconds < 100 ? 1 : 0)} ms`;
}

/** @param {number | undefined} bytes */
export function size(bytes) {
  if (bytes === undefined) return '';
  if (bytes === 1) return '1 byte';
  return bytes < 10_000 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KB`;
}

/** @param {string} iso */
export function clock(iso) {
  return new Date(iso).toLocaleTimeString([], { hour12: false });
}
