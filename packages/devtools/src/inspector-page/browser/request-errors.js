import { h } from './dom.js';
import { originButton } from './origin.js';
import { severityOf } from './request-parts.js';

/** @typedef {import('../../recorder/request-json.ts').RequestRecord} RequestRecord */

/**
 * The errors of a request, with location and layer.
 *
 * @param {RequestRecord} record
 */
export function errorsOf({ errors, layers, status }) {
  return errors.map(({ name, message, code, origin, stack, layer, faults = [] }) => {
    const thrower = layer === undefined ? undefined : layers[layer];
    return h(
      'section',
      { class: `failure ${severityOf(status)}`, 'aria-label': 'Error' },
      h('p', { class: 'message' }, h('strong', {}, `${name}: ${message}`)),
      h(
        'p',
        { class: 'facts' },
        thrower && ['thrown in ', h('code', {}, thrower.name), ' '],
        code !== undefined && [h('code', {}, code), ' '],
        originButton(origin),
      ),
      faults.length > 0 &&
        h(
          'ul',
          { class: 'faults' },
          faults.map(({ in: place = '', pointer = '', detail }) =>
            h('li', {}, h('code', {}, `${place} ${pointer}`.trim()), ' ', detail),
          ),
        ),
      stack !== undefined && h('details', {}, h('summary', {}, 'Stack'), h('pre', { tabindex: '0' }, stack)),
    );
  });
}
