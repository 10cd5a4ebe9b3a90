import { expect, test } from 'vitest';
import { hideSecretsOf } from '../../src/recorder/body-text.ts';
import { Masking } from '../../src/recorder/masking.ts';
import { processorTime } from '../../../runtime/test/support/processor-time.ts';

/** In milliseconds. */
function timeOf(text: string): number {
  return processorTime(() => void hideSecretsOf(text, 'application/json', new Masking()));
}

test.each(['a', 'a:"', '"a" ', 'a ', 'a.'])(
  'security 19: recording a malformed JSON body takes linear time: %s',
  (part) => {
    const size = 16_384;
    const [short, long] = [
      timeOf(part.repeat(size / part.length)),
      timeOf(part.repeat((4 * size) / part.length)),
    ];

    // Quadratic time takes 16 times as long, which is seconds.
    expect(long).toBeLessThan(8 * short + 50);
  },
);

test('the secrets in a malformed JSON body are masked everywhere', () => {
  const masking = new Masking();
  hideSecretsOf(
    `{"password": "lovelace", 'token': 'abcdefgh', api_key: 12345678`,
    'application/json',
    masking,
  );

  expect(masking.text('at lovelace, abcdefgh, 12345678')).toBe('at ***, ***, ***');
});
