import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { start } from '../../support/child-process.ts';
import { site } from './project-folder.ts';

describe('a file beside its compiled version', () => {
  test('is read once if TypeScript may not be loaded', async () => {
    const cwd = await site({
      'a.global.ts': `const order: string[] = ['a']; export default { order, from: 'source' };`,
      'a.global.js': `export default { order: ['a'], from: 'compiled' };`,
      'b.global.js': `export default { order: ['b'] };`,
      'b.global.json': `{ "order": ["b too"] }`,
      'bin/start.mjs': `import { dirname } from 'node:path';
        import { loadConfig } from ${JSON.stringify(new URL('../../../dist/index.js', import.meta.url))};
        const { order } = await loadConfig({ cwd: dirname(import.meta.dirname) });
        console.log(order.join());`,
    });
    const { stdout } = await start(join(cwd, 'bin/start.mjs')).ended;
    expect(stdout).toBe('a,b,b too\n');
  });
});
