import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENTRY, FW_FILE } from '#command-line/fw-file';

/** Whether a project has the file that runs `fw`, rather than a file or folder of its own with this name. */
export function hasFwFile(root: string): boolean {
  const file = join(root, FW_FILE);
  return (
    lstatSync(file, { throwIfNoEntry: false })?.isFile() === true && isFwFile(readFileSync(file, 'utf8'))
  );
}

function isFwFile(text: string): boolean {
  return text.includes(ENTRY);
}
