import { read } from './api.js';

const id = document.querySelector('meta[name="fw-record"]')?.getAttribute('content') ?? '';
const outcome = document.getElementById('outcome');
try {
  const { html } = await read(`requests/${encodeURIComponent(id)}/page`);
  // Scripts of a parsed document don't run, and the policy of this page allows none.
  const page = new DOMParser().parseFromString(html, 'text/html');
  document.title = page.title;
  document.body.replaceWith(page.body);
} catch (error) {
  if (outcome !== null) outcome.textContent = /** @type {Error} */ (error).message;
}
