import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ServerRequest } from 'fw-runtime';
import { ErrorResponder } from '../../../runtime/src/kernel/error-responses/error-responder.ts';
import { useDevTools } from '../support/use-dev-tools.ts';

useDevTools();

describe('the source around a throw', () => {
  test('is omitted if the file is missing, a folder, or a pipe without a writer', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fw page '));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'folder.js'));
    execFileSync('mkfifo', [join(folder, 'pipe.js')]);
    for (const name of ['missing.js', 'folder.js', 'pipe.js']) {
      const error = new Error('inside');
      error.stack = `Error: inside\n    at work (${join(folder, name)}:1:1)`;
      const errors = new ErrorResponder({ debug: 'everyone', log: () => {} });
      const request = new ServerRequest('/post/7', { headers: { accept: 'text/html' } });
      const page = await (await errors.respond(error, request)).toWeb().text();
      expect(page).toContain(name);
      expect(page).not.toContain('class="excerpt"');
    }
  });
});
