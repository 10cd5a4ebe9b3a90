import { write } from './api.js';
import { breakable, h } from './dom.js';
import { notice, withNotice } from './notice.js';

/** @typedef {import('fw-runtime/internal').Origin} Origin */

/**
 * A button that opens a source location in the editor.
 *
 * @param {Origin | undefined} origin
 * @param {boolean} [isShort] without the folders
 */
export function originButton(origin, isShort = false) {
  if (origin === undefined) return undefined;
  const { file, line, key } = origin;
  const suffix = line === undefined ? '' : `:${line}`;
  const place = file + suffix;
  const label = isShort ? place.slice(place.lastIndexOf('/') + 1) : place;
  // Files outside the project are not opened.
  if (/^(?:\.\.\/|\/|\w+:)/.test(file)) return h('span', { class: 'origin' }, breakable(label));
  const open = () =>
    withNotice(async () => {
      const { opened } = await write('open', { file, line });
      notice(`Opened ${opened} in the editor.`);
    });
  const properties = {
    type: 'button',
    class: 'origin',
    title: `Open ${place} in the editor`,
    on: { click: open },
  };
  return h(
    'button',
    properties,
    breakable(label),
    key !== undefined && h('span', { class: 'quiet' }, ` ${key}`),
  );
}
