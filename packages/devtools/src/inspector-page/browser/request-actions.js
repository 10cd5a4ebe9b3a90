import { BASE, read, write } from './api.js';
import { fill, h } from './dom.js';
import { notice, withNotice } from './notice.js';

/** @typedef {import('../../recorder/request-json.ts').RequestRecord & { notAgain?: string, noTest?: string }} RequestRecord */

/**
 * The actions for a request.
 *
 * @param {RequestRecord} record
 * @param {(url: string) => void} go
 */
export function actionsOf(record, go) {
  const { id, notAgain, noTest } = record;
  const path = `requests/${encodeURIComponent(id)}`;
  const outcome = h('div', { class: 'told', 'aria-live': 'polite' });
  const again = action('Replay', notAgain, async () => {
    const { status, id: replayId, without } = await write(`${path}/replay`);
    const left =
      without.length === 0
        ? ''
        : ` It was sent without ${without.join(' and ')}, because secrets are not recorded.`;
    notice(`Replayed the request: the response is ${status}.${left}`);
    if (replayId !== undefined) go(`${BASE}/requests/${replayId}`);
  });
  const copy = action('Copy as curl', undefined, async () => {
    const { command } = await read(`${path}/curl`);
    fill(outcome, h('pre', { tabindex: '0', 'aria-label': 'The command' }, command));
    await navigator.clipboard.writeText(command);
    notice('Copied the command to the clipboard.');
  });
  const save = action('Save as test', noTest, async () => {
    fill(outcome, 'Writing the test …');
    try {
      const { files } = await write(`${path}/test`);
      fill(
        outcome,
        files.length > 0 ? savedAs(files) : h('p', { class: 'saved' }, 'This test already exists.'),
      );
    } catch (error) {
      fill(outcome);
      throw error;
    }
  });
  return [
    h('div', { class: 'actions' }, again, copy, save),
    notAgain !== undefined && h('p', { class: 'hint' }, `This request cannot be replayed. ${notAgain}`),
    noTest !== undefined &&
      noTest !== notAgain &&
      h('p', { class: 'hint' }, `This request cannot be saved as a test. ${noTest}`),
    outcome,
  ];
}

/** @param {readonly string[]} files */
function savedAs(files) {
  const names = h('code', {}, files.join(', '));
  const undo = h('code', {}, 'node fw undo');
  return h(
    'p',
    { class: 'saved' },
    'Created ',
    names,
    '. Run it with ',
    h('code', {}, 'npm test'),
    '; ',
    undo,
    ' removes the test again.',
  );
}

/**
 * @param {string} label
 * @param {string | undefined} whyNot
 * @param {() => Promise<void>} act
 */
function action(label, whyNot, act) {
  const button = h(
    'button',
    { type: 'button', class: 'button', title: whyNot, disabled: whyNot !== undefined },
    label,
  );
  button.addEventListener('click', async () => {
    button.disabled = true;
    await withNotice(act);
    button.disabled = false;
  });
  return button;
}
