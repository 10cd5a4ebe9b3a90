import { BASE, keepToken } from './api.js';

const given = new URLSearchParams(location.hash.slice(1));
const outcome = document.getElementById('outcome');
const to = new URL(given.get('to') ?? '', location.origin);
try {
  await keepToken(given.get('token') ?? '');
  // Replaces the URL with the token. The target of a foreign link could have another origin.
  location.replace(to.origin === location.origin ? to.href : BASE);
} catch (error) {
  if (outcome !== null) outcome.textContent = /** @type {Error} */ (error).message;
}
