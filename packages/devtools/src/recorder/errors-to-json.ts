import { extensionsOf, type Origin, statusOf } from 'fw-runtime/internal';
import { failuresOf, type Failure } from '../error-page/failure.ts';
import { cut, type Masking } from './masking.ts';
import { ownerOf } from '../error-page/shown-frame.ts';
import { SourceFiles } from '../error-page/source-files.ts';
import type { ErrorRecord, ListedError } from './request-json.ts';

const MOST_ERRORS = 50;
// The limit is in characters.
const LONGEST_ERROR = 500;

/** @param layer the index of the layer that threw the error */
export function errorToJson(error: unknown, layer: number | undefined, masking: Masking): ErrorRecord {
  const [failure, ...others] = failuresOf(error);
  const { name, code, message } = failure;
  const origin = originOf(failure);
  // Errors of JSON.parse quote the invalid JSON, which may contain secrets.
  const shown = others.filter((other) => other.name !== 'SyntaxError');
  const stack = [failure, ...shown].map(stackOf).filter(Boolean).join('\n\n');
  const faults = listedErrors(error, masking);
  return {
    name: name || 'Error',
    message: masking.text(message),
    ...(code !== '' && { code: masking.text(code) }),
    ...(origin !== undefined && { origin }),
    ...(stack !== '' && { stack: masking.text(stack) }),
    ...(layer !== undefined && { layer }),
    ...(faults.length > 0 && { faults }),
  };
}

/** The `errors` of an error's problem document, such as the errors of a contract. */
function listedErrors(error: unknown, masking: Masking): ListedError[] {
  const extra = extensionsOf(error, statusOf(error) ?? 500) as { readonly errors?: unknown } | undefined;
  const listed = Array.isArray(extra?.errors) ? (extra.errors as unknown[]).slice(0, MOST_ERRORS) : [];
  return listed.flatMap((item) => {
    const { in: place, pointer, detail } = (item ?? {}) as Record<string, unknown>;
    if (typeof detail !== 'string') return [];
    return {
      ...(typeof place === 'string' && { in: place }),
      ...(typeof pointer === 'string' && { pointer: cut(masking.text(pointer), LONGEST_ERROR) }),
      detail: cut(masking.text(detail), LONGEST_ERROR),
    };
  });
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
