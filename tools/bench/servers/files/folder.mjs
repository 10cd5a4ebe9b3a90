// The folder of files that all candidates serve, created once.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FILES } from '../../reference-app.mjs';

export const folder = join(tmpdir(), 'fw-bench-files');

mkdirSync(folder, { recursive: true });
for (const [name, content] of Object.entries(FILES)) {
  const file = join(folder, name);
  if (!existsSync(file)) writeFileSync(file, content);
}
