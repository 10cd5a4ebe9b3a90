import type { Paint } from '#command-line/output';
import { type FileChange, ENVIRONMENT_FILE } from '../project/files.ts';

/** A unified diff of changes. */
export async function unifiedDiff(changes: readonly FileChange[]): Promise<string> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import('diff');
  return changes
    .map(({ path, before, after }) =>
      createTwoFilesPatch(
        before === undefined ? '/dev/null' : `a/${path}`,
        after === undefined ? '/dev/null' : `b/${path}`,
        before ?? '',
        after ?? '',
        undefined,
        undefined,
        // The other lines of `.env` are secrets, which a log should not contain.
        { context: path === ENVIRONMENT_FILE ? 0 : 3, headerOptions: FILE_HEADERS_ONLY },
      ),
    )
    .join('');
}

/** Colours a diff by line. */
export function paintDiff(diff: string, paint: Paint): string {
  return diff
    .split('\n')
    .map((line) => {
      if (line.startsWith('+++') || line.startsWith('---')) return paint('bold', line);
      if (line.startsWith('+')) return paint('green', line);
      if (line.startsWith('-')) return paint('red', line);
      return line.startsWith('@@') ? paint('cyan', line) : line;
    })
    .join('\n');
}
