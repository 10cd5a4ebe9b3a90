/**
 * The path of the inspector, without a trailing slash: `/_fw`, or below the path at which the application is
 * mounted.
 */
export const BASE = new URL('..', import.meta.url).pathname.replace(/\/$/, '');

// Browsers share this storage among the tabs of an origin, and other ports are other origins.
const HEADER = 'X-Fw-Token';
const KEY = 'fw-token';

/**
 * Stores the token for all pages of this origin.
 *
 * @param {string} token
 * @throws {Error} if the token is wrong
 */
export async function keepToken(token) {
  await send(`${BASE}/api/application`, { headers: { [HEADER]: token } });
  localStorage.setItem(KEY, token);
}

/**
 * @param {string} path after `/_fw/api/`
 * @returns {Promise<Response>}
 */
export function stream(path) {
  return fetch(`${BASE}/api/${path}`, { headers: tokenHeader() });
}

/** @returns {Record<string, string>} */
function tokenHeader() {
  return { [HEADER]: localStorage.getItem(KEY) ?? '' };
}

/**
 * @param {string} path after `/_fw/api/`
 * @param {Readonly<Record<string, string>>} [query]
 * @returns {Promise<any>}
 * @throws {Error} with the message of the server
 */
export function read(path, query = {}) {
  const search = new URLSearchParams(query).toString();
  return send(`${BASE}/api/${path}${search && `?${search}`}`, { headers: tokenHeader() });
}

/**
 * @param {string} path after `/_fw/api/`
 * @param {object} [data]
 * @returns {Promise<any>}
 * @throws {Error} with the message of the server
 */
export function write(path, data = {}) {
  const headers = { 'Content-Type': 'application/json', ...tokenHeader() };
  return send(`${BASE}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(data) });
}

/**
 * @param {string} url
 * @param {RequestInit} options
 */
async function send(url, options) {
  const response = await fetch(url, options).catch(() => {
    throw new Error('The app does not respond. It is restarting or has stopped.');
  });
  const data = await response.json().catch(() => undefined);
  if (data === undefined) throw new Error(`The app responded with ${response.status} and no JSON.`);
  if (!response.ok) throw new Error(data.error ?? `The app responded with ${response.status}.`);
  return data;
}
