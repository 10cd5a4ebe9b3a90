import { randomBytes } from 'node:crypto';
import type { Change } from '../generate/engine/change.ts';
import { ENVIRONMENT_FILE } from '../project/files.ts';

/** Creates a secret for this machine in the project's `.env`, unless it exists. */
export function addSecret(change: Change, name: string): void {
  const line = `${name}=${randomBytes(32).toString('base64')}`;
  change.edit(
    ENVIRONMENT_FILE,
    '',
    (text) => {
      if (new RegExp(`^\\s*(export\\s+)?${name}\\s*=`, 'm').test(text)) return text;
      const eol = text.includes('\r\n') ? '\r\n' : '\n';
      return `${text}${text === '' || text.endsWith('\n') ? '' : eol}${line}${eol}`;
    },
    line,
  );
}
