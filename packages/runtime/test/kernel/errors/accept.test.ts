import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { problemFormat } from '../../../src/kernel/error-responses/problem-response.ts';
import { processorTime } from '../../support/processor-time.ts';

describe('the format of an error follows Accept (E1)', () => {
  test.for<readonly [string, string | undefined, 'json' | 'html' | 'text']>([
    ['nobody', undefined, 'text'],
    ['an empty header', '', 'text'],
    ['curl', '*/*', 'text'],
    ['fetch', '*/*', 'text'],
    [
      'Chrome',
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
      'html',
    ],
    ['Firefox', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
    ['Safari', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
    ['Chrome for an image', 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'text'],
    ['a stylesheet', 'text/css,*/*;q=0.1', 'text'],
    ['axios', 'application/json, text/plain, */*', 'json'],
    ['jQuery', 'application/json, text/javascript, */*; q=0.01', 'json'],
    ['a JSON client', 'application/json', 'json'],
    ['an RFC 9457 client', 'application/problem+json', 'json'],
    ['a JSON:API client', 'application/vnd.api+json', 'json'],
    ['a JSON-LD client', 'application/ld+json; profile="a"', 'json'],
    ['a text client', 'text/plain', 'text'],
    ['XHTML only', 'application/xhtml+xml', 'html'],
    ['another type', 'image/png', 'text'],
    ['a range of text', 'text/*', 'text'],
    ['a range of application', 'application/*', 'json'],
    ['a range of application before HTML', 'text/html;q=0.5, application/*;q=0.9', 'json'],
    ['a type before a range of the same quality', 'application/*, text/html', 'html'],
    ['a range before anything of the same quality', '*/*, application/*', 'json'],
    ['a range of text without plain text', 'text/*, text/plain;q=0', 'html'],
    ['upper case', 'APPLICATION/JSON', 'json'],
    ['spaces', '  text/html ; q=0.5 , application/json ; q=0.9 ', 'json'],
    ['HTML before JSON', 'text/html;q=0.9, application/json;q=0.8', 'html'],
    ['JSON before HTML', 'text/html;q=0.8, application/json;q=0.9', 'json'],
    ['the first of equals', 'application/json, text/html', 'json'],
    ['the first of equals', 'text/html, application/json', 'html'],
    ['the first of equals with q', 'text/html;q=0.5, application/json;q=0.5', 'html'],
    ['text before all', 'text/html;q=0.5, text/plain', 'text'],
    ['no HTML', 'text/html;q=0', 'text'],
    ['no JSON', 'application/json;q=0, text/html;q=0.1', 'html'],
    ['a small q', 'application/json;q=0.001', 'json'],
    ['another parameter before q', 'text/html;level=1;q=0.2, application/json;q=0.3', 'json'],
    ['upper-case q', 'text/html;Q=0.1, application/json;q=0.2', 'json'],
    ['what is almost JSON', 'application/jsonp, text/json+x', 'text'],
    ['anything sooner than JSON', 'application/json;q=0.1, */*;q=0.9', 'text'],
    ['text sooner than HTML', 'text/html;q=0.1, text/*;q=0.9', 'text'],
    ['HTML beside anything, of the same quality', '*/*, text/html', 'html'],
    ['JSON beside anything, of the same quality', 'text/*;q=0.5, application/json;q=0.5, */*;q=0.5', 'json'],
    ['text beside JSON, named', 'text/plain, application/json', 'text'],
    ['no HTML, anything else', 'text/html;q=0, */*', 'text'],
    ['no HTML with a long zero', 'text/html;q=0.000', 'text'],
    ['a quality above 1', 'application/json, text/html;q=7', 'json'],
    ['a quality below 0', 'text/html;q=0.5, application/json;q=-1', 'json'],
    ['a quality that is no number', 'text/html;q=high, application/json;q=0.9', 'html'],
    ['an empty quality', 'text/html;q=, application/json;q=0.9', 'html'],
    ['a quality without a leading zero', 'text/html;q=.2, application/json;q=.3', 'json'],
    ['commas', ',,,', 'text'],
    ['rubbish', ';;q=;/,=', 'text'],
  ])('for %s (%s): %s', ([, accept, format]) => {
    expect(problemFormat(accept)).toBe(format);
  });

  test('is one of three, whatever the header', () => {
    const part = fc.constantFrom(
      'text',
      'html',
      '/',
      ',',
      ';',
      'q=',
      '0.5',
      ' ',
      '*',
      'application/json',
      '"',
      '+json',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part).map((parts) => parts.join('')),
        ),
        (accept) => {
          expect(['json', 'html', 'text']).toContain(problemFormat(accept));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('takes no exponential time', () => {
    const time = processorTime(() => {
      problemFormat(`application/${'a.'.repeat(20_000)}`);
      problemFormat(`${'application/a'.repeat(2000)}${';q=0.1'.repeat(2000)}`);
    });
    expect(time).toBeLessThan(1000);
  });
});
