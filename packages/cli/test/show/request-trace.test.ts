import { expect, test } from 'vitest';
import type { RequestRecord } from '../../../devtools/src/recorder/request-json.ts';
import { printErrors, printTrace } from '../../src/show/trace.ts';

test('fw request prints pointer and detail of what a contract rejects', () => {
  const lines: string[] = [];
  const faults = [
    { in: 'body', pointer: '/title', detail: 'Expected a string.' },
    { in: 'query', pointer: '', detail: 'Unknown key.' },
  ];
  const errors = [{ name: 'InvalidInputError', message: 'The request has 2 errors.', faults }];
  const output = { print: (line: string) => lines.push(line), paint: (_style: string, text: string) => text };
  printErrors({ errors } as unknown as RequestRecord, output as never);

  expect(lines).toEqual([
    '\nInvalidInputError: The request has 2 errors.',
    '  body /title: Expected a string.',
    '  query: Unknown key.',
  ]);
});

test('fw request prints no negative duration for middleware that did not wait for inner middleware', () => {
  const lines: string[] = [];
  const layer = { name: 'hasty', kind: 'middleware', depth: 0, entered: 0, passedOn: 1, resumed: 9, left: 2 };
  const record = { method: 'GET', url: '/', layers: [layer], services: [], errors: [] };
  const output = { print: (line: string) => lines.push(line), paint: (_style: string, text: string) => text };
  printTrace(record as unknown as RequestRecord, output as never);

  expect(lines).toContain('└── hasty  2.00 ms, returned before the inner layers had finished');
  expect(lines.join('\n')).not.toMatch(/-\d/);
});
