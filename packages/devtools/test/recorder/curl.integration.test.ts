import { execFileSync } from 'node:child_process';
import { assert, constantFrom, oneof, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { curlOf } from '../../src/recorder/curl.ts';
import type { RequestRecord } from '../../src/recorder/request-json.ts';

function recordOf(change: Partial<RequestRecord>): RequestRecord {
  const nothing = { layers: [], services: [], errors: [] };
  const usual = { id: '1', time: '', method: 'GET', url: '/', outcome: 'answered', request: { headers: [] } };
  return { ...(usual as unknown as RequestRecord), ...nothing, ...change };
}

/** The arguments that a shell passes to the program. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${command}`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

test('a request is a readable command', () => {
  const record = recordOf({
    method: 'POST',
    url: '/post?draft=1',
    request: {
      headers: [
        ['Host', 'localhost:8080'],
        ['Content-Type', 'application/json'],
        ['Cookie', 'sid=***'],
        ['Content-Length', '16'],
      ],
      text: '{"title":"It\'s"}',
    },
  });

  expect(curlOf(record, 'http://localhost:8080')).toBe(
    [
      `curl --globoff --path-as-is 'http://localhost:8080/post?draft=1'`,
      `-H 'Content-Type: application/json'`,
      `-H 'Cookie: sid=***'`,
      `--data-raw '{"title":"It'\\''s"}'`,
    ].join(' \\\n  '),
  );
});

test.each<[string, Partial<RequestRecord>, readonly string[]]>([
  ['HEAD waits for no body', { method: 'HEAD' }, ['--head']],
  ['a method other than the usual is named', { method: 'DELETE' }, ['-X', 'DELETE']],
  ['a header without a value is sent', { request: { headers: [['X-Empty', '']] } }, ['-H', 'X-Empty;']],
  [
    'a body without a type is no form',
    { method: 'POST', request: { headers: [], text: '@file' } },
    ['-H', 'Content-Type:', '--data-raw', '@file'],
  ],
])('%s', (_name, change, expected) => {
  const words = argumentsOf(curlOf(recordOf(change), 'http://localhost'));

  expect(words.filter((word) => !/^(?:--globoff|--path-as-is|http:)/.test(word))).toEqual(expected);
});

test.each([
  ['line breaks and tabs are escapes', '{\n\t"a": 1\r\n}', `$'{\\n\\t"a": 1\\r\\n}'`],
  ['no quote ends an escaped word', `\u0003'!\\`, `$'\\003\\047\\041\\\\'`],
  ['other control characters are their bytes', '\u001B\u0085\u202E', `$'\\033\\302\\205\\342\\200\\256'`],
  ['an emoji stays', '👩‍💻!', `'👩‍💻!'`],
])('%s', (_name, text, expected) => {
  const command = curlOf(recordOf({ method: 'POST', request: { headers: [], text } }), 'http://localhost');

  expect(command.split('--data-raw ')[1]).toBe(expected);
  expect(argumentsOf(command).at(-1)).toBe(text);
});

test(
  'whatever a request contains, a shell reads each part as one word and executes none of it',
  { tags: ['full'] },
  () => {
    const text = string({ unit: 'binary', maxLength: 20 }).map((any) =>
      any.replaceAll('\0', '').toWellFormed(),
    );
    const nasty = constantFrom(`'; echo ran; '`, '$(echo ran)', '`echo ran`', '"\\', "\n'\n", '!!', '%s');
    const any = oneof(text, nasty);
    assert(
      property(any, any, any, (url, value, body) => {
        const headers = [['X-Any', value]] as const;
        const record = recordOf({ method: 'PUT', url: `/${url}`, request: { headers, text: body } });

        expect(argumentsOf(curlOf(record, 'http://localhost'))).toEqual([
          '--globoff',
          '--path-as-is',
          '-X',
          'PUT',
          `http://localhost/${url}`,
          '-H',
          value === '' ? 'X-Any;' : `X-Any: ${value}`,
          '-H',
          'Content-Type:',
          '--data-raw',
          body,
        ]);
      }),
      // Each run starts a shell, which takes long on a busy machine.
      { numRuns: 20 },
    );
  },
);
