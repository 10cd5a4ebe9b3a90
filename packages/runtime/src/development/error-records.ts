import { failuresOf, type Failure } from './failure.ts';
import type { Masking } from './masking.ts';
import { ownerOf } from './shown-frame.ts';
import { SourceFiles } from './source-files.ts';
import type { ErrorRecord } from './request-record.ts';
import type { Origin } from '../pipeline/origin.ts';

/** @param layer the index of the one that it came out of */
export function errorRecord(error: unknown, layer: number | undefined, masking: Masking): ErrorRecord {
  const [failure, ...others] = failuresOf(error);
  const { name, code, message } = failure;
  const origin = originOf(failure);
  // What JSON.parse says quotes what it could not read, so also what would be masked.
  const shown = others.filter((other) => other.name !== 'SyntaxError');
  const stack = [failure, ...shown].map(stackOf).filter(Boolean).join('\n\n');
  return {
    name: name || 'Error',
    message: masking.text(message),
    ...(code !== '' && { code: masking.text(code) }),
    ...(origin !== undefined && { origin }),
    ...(stack !== '' && { stack: masking.text(stack) }),
    ...(layer !== undefined && { layer }),
  };
}

function stackOf({ relation, name, message, stack }: Failure): string {
  const text = stack || (relation && `${name}: ${message}`);
  return relation === '' || text === '' ? text : `${relation}: ${text}`;
}

function originOf({ frames }: Failure): Origin | undefined {
  const frame = frames.find(({ file, isTrusted }) => isTrusted && ownerOf(file) === 'application');
  if (frame === undefined) return undefined;
  const { file, line } = new SourceFiles().original(frame);
  return { file, line };
}
