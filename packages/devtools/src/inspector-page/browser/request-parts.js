import { BASE } from './api.js';
import { badge, h } from './dom.js';

/** A link to the list, if there is no room for both. */
export function back() {
  return h('a', { class: 'back', href: `${BASE}/requests` }, '← All requests');
}

/**
 * The class of an error: `s4` for a client error, which isn't a crash; empty for a server error.
 *
 * @param {number | undefined} status
 */
export function severityOf(status) {
  return status !== undefined && status < 500 ? 's4' : '';
}

/**
 * @param {number | undefined} status
 * @param {string} outcome
 */
export function statusBadge(status, outcome) {
  if (status === undefined) return badge(outcome, outcome === 'aborted' ? 'status s4' : 'status');
  return badge(String(status), `status s${Math.floor(status / 100)}`);
}
