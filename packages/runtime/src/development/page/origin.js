import { write } from './api.js';
import { h } from './dom.js';
import { notice, told } from './notice.js';

/** @typedef {import('../../pipeline/origin.ts').Origin} Origin */

/**
 * Where something stands, as a button that opens it in the editor.
 *
 * @param {Origin | undefined} origin
 */
export function originButton(origin) {
  if (origin === undefined) return undefined;
  const { file, line, key } = origin;
  const place = `${file}${line === undefined ? '' : `:${line}`}`;
  // What lies outside of the site is not opened.
  if (/^(?:\.\.\/|\/|\w+:)/.test(file)) return h('span', { class: 'origin' }, place);
  const open = () =>
    told(async () => {
      const { opened } = await write('open', { file, line });
      notice(`${opened} is opened in the editor.`);
    });
  const properties = {
    type: 'button',
    class: 'origin',
    title: `Open ${place} in the editor`,
    on: { click: open },
  };
  return h('button', properties, place, key !== undefined && h('span', { class: 'quiet' }, ` ${key}`));
}
