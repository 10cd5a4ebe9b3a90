import { BASE, keepToken } from './api.js';

const given = new URLSearchParams(location.hash.slice(1));
const outcome = document.getElementById('outcome');
const to = new URL(given.get('to') ?? '', location.origin);
try {
  await keepToken(given.get('token') ?? '');
  // Replaces the URL with the token. Another origin could only be in a link of somebody else.
  location.replace(to.origin === location.origin ? to.href : BASE);
} catch (error) {
  if (outcome !== null) outcome.textContent = /** @type {Error} */ (error).message;
}
