import { fill } from './dom.js';

const place = /** @type {HTMLElement} */ (document.getElementById('notice'));
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Shows a message at the lower edge of the page, and announces it to a screen reader.
 *
 * @param {string} text
 * @param {'done' | 'failed'} [kind]
 */
export function notice(text, kind = 'done') {
  clearTimeout(timer);
  fill(place, text);
  place.dataset['kind'] = kind;
  place.hidden = false;
  timer = setTimeout(() => (place.hidden = true), kind === 'failed' ? 12_000 : 5000);
}

/**
 * Runs an action, and shows the reason if it fails.
 *
 * @template Result
 * @param {() => Promise<Result>} action
 */
export async function withNotice(action) {
  try {
    return await action();
  } catch (error) {
    notice(/** @type {Error} */ (error).message, 'failed');
    return undefined;
  }
}
