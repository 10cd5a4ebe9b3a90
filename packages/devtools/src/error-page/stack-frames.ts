import { pathOf } from 'fw-runtime/internal';

/** A line of a stack trace. */
export interface Frame {
  /** The function, such as `Ping.process`; empty for code outside of functions. */
  readonly function: string;
  /** The path of the file, or a name such as `node:internal/process/task_queues`. */
  readonly file: string;
  /** The line, starting at 1; 0 if the line is unknown. */
  readonly line: number;
  /** The column, starting at 1; 0 if the column is unknown. */
  readonly column: number;
  /** Whether the runtime wrote the place, so that the file may be opened and shown. */
  readonly isTrusted: boolean;
}

const MOST_FRAMES = 50;
const LONGEST_LINE = 2000;

/**
 * The frames of a stack trace in V8's format: a head with the message, then a line for each frame. A message may contain lines
 * that look like frames, and may contain strings that a client sent. Lines before the end of the message are therefore ignored.
 * If the end of the message isn't found, no frame is trusted.
 */
export function framesOf(stack: string, message: string): readonly Frame[] {
  const end = endOfHead(stack, message);
  const lines = stack
    .slice(end ?? 0)
    .split('\n', MOST_FRAMES * 4)
    .filter((line) => line.length <= LONGEST_LINE && /^\s+at /.test(line));
  return lines.slice(0, MOST_FRAMES).map((line) => toFrame(line.trim().slice(3), end !== undefined));
}

function endOfHead(stack: string, message: string): number | undefined {
  const start = stack.indexOf(message);
  const end = start + message.length;
  const isHead = start !== -1 && !stack.slice(0, start).includes('\n');
  return isHead && (end === stack.length || stack[end] === '\n' || message === '') ? end : undefined;
}

function toFrame(text: string, isTrusted: boolean): Frame {
  const open = text.endsWith(')') ? text.indexOf(' (') : -1;
  const place = open === -1 ? text.replace(/^async /, '') : text.slice(open + 2, -1);
  const [, file = place, line = '0', column = '0'] = /^(.+):(\d+):(\d+)$/.exec(place) ?? [];
  return {
    function: open === -1 ? '' : text.slice(0, open),
    file: pathOf(file),
    line: Number(line),
    column: Number(column),
    isTrusted,
  };
}
