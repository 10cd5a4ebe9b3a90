import { HeaderList, type HeadersInput } from '../header-list.ts';
import { HttpResponse } from '../http-response.ts';

// A registered symbol, because another installed copy of the package may have created a part of a page.
const HTML = Symbol.for('fw-runtime.html');

/** A value in `html`: strings are escaped, `Html` is kept, arrays are joined, and false, null and undefined are left out. */
export type HtmlValue = string | number | bigint | Html | readonly HtmlValue[] | false | null | undefined;

/** A string of HTML, as `html` returns it; it is not escaped again. */
export class Html {
  readonly #text: string;
  /** @internal */
  readonly [HTML] = true;

  /** @param text trusted HTML: never pass text from users */
  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/**
 * Creates HTML and escapes each value. Use values between tags and in quoted attributes only: in scripts, styles and the
 * scheme of a link, escaping does not help.
 *
 * @example html`<p class="${kind}">${name}</p>${items.map((item) => html`<li>${item}</li>`)}`
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = strings[0] ?? '';
  for (const [index, value] of values.entries()) text += render(value) + (strings[index + 1] ?? '');
  return new Html(text);
}

/** Escapes text for use between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

const HTML_TYPE = HeaderList.of('Content-Type', 'text/html; charset=utf-8');

/** `text/html; charset=utf-8`, unless the headers have another type. Strings are sent as they are; `html` escapes its values. */
export class HtmlResponse extends HttpResponse {
  constructor(body: string | Html, status = 200, headers?: HeadersInput) {
    super(isHtml(body) ? body.toString() : body, status, HeaderList.from(headers, HTML_TYPE));
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function render(value: HtmlValue): string {
  if (value === undefined || value === null || value === false) return '';
  if (Array.isArray(value)) return value.map(render).join('');
  return isHtml(value) ? value.toString() : escapeHtml(String(value));
}

function isHtml(value: unknown): value is Html {
  return typeof value === 'object' && value !== null && HTML in value;
}
