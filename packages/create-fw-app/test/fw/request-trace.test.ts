import { expect, test } from 'vitest';
import type { RequestRecord } from '../../../runtime/src/development/request-record.ts';
import { printErrors } from '../../src/fw/request/trace.ts';

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
