import { HeaderList, type HeadersInput } from '../header-list.ts';
import { HttpResponse } from '../http-response.ts';

/**
 * A value in `html`: strings are escaped, `Html` is kept, arrays are joined, and false, null and undefined are left
 * out.
 */
export type HtmlValue = string | number | bigint | Html | readonly HtmlValue[] | false | null | undefined;

/**
 * A string of HTML that is not escaped again. The function `html` returns it.
 *
 * @example html`<main>${new Html(marked.parse(page.text))}</main>`
 */
export class Html {
  readonly #text: string;

  /**
   * Marks a string as HTML. Never pass text from users: it isn't escaped.
   *
   * @param text trusted HTML, such as the output of a Markdown library that escapes HTML
   */
  constructor(text: string) {
    this.#text = text;
  }

  /** The HTML as a string. */
  toString(): string {
    return this.#text;
  }
}

/**
 * A template tag that creates HTML and escapes each value. Use values between tags and in quoted attributes only: in
 * scripts, styles and the scheme of a link, escaping does not help.
 *
 * @param strings the HTML around the values
 * @param values the values to insert
 * @returns HTML for `HtmlResponse`, or for another template
 * @example html`<p class="${name}">${text}</p>${items.map((item) => html`<li>${item}</li>`)}`
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

/**
 * An HTML response, `text/html; charset=utf-8`.
 *
 * @example new HtmlResponse(html`<h1>${title}</h1>`)
 */
export class HtmlResponse extends HttpResponse {
  /**
   * Creates an HTML response. A string is sent as it is; build the body with `html`, which escapes its values.
   *
   * @param body the page
   * @param status an integer from 200 to 599; 200 when absent
   * @param headers more headers; a Content-Type replaces the default
   * @throws {@link InvalidArgumentError} when the status or a header is malformed
   * @example return new HtmlResponse(html`<h1>${post.title}</h1>`, 200, { 'Cache-Control': 'no-cache' });
   */
  constructor(body: string | Html, status = 200, headers?: HeadersInput) {
    super(body instanceof Html ? body.toString() : body, status, HeaderList.from(headers, HTML_TYPE));
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
  return value instanceof Html ? value.toString() : escapeHtml(String(value));
}
