import { describe, expect, test } from 'vitest';
import { Html, html, HtmlResponse, type HtmlValue } from '../../../src/index.ts';

describe('html', () => {
  test.for<[name: string, value: HtmlValue, rendered: string]>([
    ['what could begin a tag', '<script>', '&lt;script&gt;'],
    ['what could end an attribute', `"'`, '&quot;&#39;'],
    ['an ampersand, of an entity too', 'a&b &lt;', 'a&amp;b &amp;lt;'],
    ['other text', 'é \u{1f600} `${', 'é \u{1f600} `${'],
    ['a number, zero among them', 0, '0'],
    ['a bigint', 10n ** 20n, '100000000000000000000'],
    ['undefined', undefined, ''],
    ['null', null, ''],
    ['false', false, ''],
    ['nested HTML', html`<b>${'<'}</b>`, '<b>&lt;</b>'],
    ['text that is HTML already', new Html('<br>'), '<br>'],
    ['a list', ['<', html`<i></i>`, [1, undefined]], '&lt;<i></i>1'],
    ['an empty array', [], ''],
  ])('takes %s', ([, value, rendered]) => {
    expect(String(html`<p title="${value}">${value}</p>`)).toBe(`<p title="${rendered}">${rendered}</p>`);
  });

  test('keeps the text around the values, with its escapes', () => {
    expect(String(html``)).toBe('');
    expect(String(html`${1}\n<${2}&`)).toBe('1\n<2&');
  });

  test('never accepts data as HTML', () => {
    const data = JSON.parse('{"text":"<b>","fw-runtime.html":true}');
    expect(String(html`${{ ...data, toString: () => '<b>' }}`)).toBe('&lt;b&gt;');
  });

  test('rejects values that would be rendered differently', () => {
    const values = [
      // @ts-expect-error "true" would be shown
      () => html`${true}`,
      // @ts-expect-error "[object Object]" would be shown
      () => html`${{ name: 'Ada' }}`,
      // @ts-expect-error "[object Promise]" would be shown
      () => html`${Promise.resolve('Ada')}`,
      // @ts-expect-error which of its formats is meant, only its author knows
      () => html`${new Date(0)}`,
    ];
    expect(values).toHaveLength(4);
  });
});

describe('HtmlResponse', () => {
  test('accepts the output of html, or plain text', async () => {
    const escaped = new HtmlResponse(html`<h1>${'<'}</h1>`, 201);
    expect([escaped.status, escaped.header('content-type')]).toEqual([201, 'text/html; charset=utf-8']);
    expect(await escaped.toWeb().text()).toBe('<h1>&lt;</h1>');
    expect(await new HtmlResponse('<h1><</h1>').toWeb().text()).toBe('<h1><</h1>');
  });
});
