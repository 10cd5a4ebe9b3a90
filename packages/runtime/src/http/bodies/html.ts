// Symbol.for, since a page may be made of parts that another copy of the package has made.
const HTML = Symbol.for('fw-runtime.html');

/** What may stand in `html`: text is escaped, `Html` is kept, lists are joined, and the last three give nothing. */
export type HtmlValue = string | number | bigint | Html | readonly HtmlValue[] | false | null | undefined;

/** Text that is HTML already, and so is never escaped: what `html` makes. */
export class Html {
  readonly #text: string;
  /** @internal */
  readonly [HTML] = true;

  /** @param text is believed: never text that users gave */
  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/**
 * HTML in which each value is escaped, for text between tags and for attributes in quotes. It does not know scripts, styles
 * and the schemes of links.
 *
 * @example html`<p class="${kind}">${name}</p>${items.map((item) => html`<li>${item}</li>`)}`
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = strings[0] ?? '';
  for (const [index, value] of values.entries()) text += render(value) + (strings[index + 1] ?? '');
  return new Html(text);
}

/** Text that may stand between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

/** The body of a response of HTML. */
export function htmlText(body: string | Html): string {
  return isHtml(body) ? body.toString() : body;
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
