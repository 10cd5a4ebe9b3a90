import { expect, test } from 'vitest';
import { Change } from '../../../src/generate/engine/change.ts';
import { injectedServices } from '../../../src/generate/engine/injection.ts';
import { projectWith } from '../../project-with.ts';

test('a service of a factory has the type of the interface Services, awaited if it is a promise', async () => {
  const project = await projectWith({
    'config/autoload/db.global.ts': `declare module 'fw-runtime' {
  interface Services {
    db: Promise<Map<string, string>>;
    cache: Map<string, string>;
  }
}
export default { dependencies: { factories: { db: connect, cache: () => new Map(), zone: () => 'UTC' } } };
`,
  });
  const imported = { name: 'Services', from: 'fw-runtime/b', isType: true };

  expect(injectedServices(project, new Change(project.root), ['db', 'cache', 'zone'])).toEqual([
    { id: 'db', code: "'db'", field: 'db', type: "Awaited<Services['db']>", isKnown: true, imported },
    { id: 'cache', code: "'cache'", field: 'cache', type: "Services['cache']", isKnown: true, imported },
    { id: 'zone', code: "'zone'", field: 'zone', type: 'unknown', isKnown: false, imported: undefined },
  ]);
});

test('a class is found in upper and lower case, and is injected once', async () => {
  const project = await projectWith({
    'src/clock.ts': 'export class Clock {\n  static readonly inject = [] as const;\n}\n',
  });

  expect(injectedServices(project, new Change(project.root), ['clock', 'Clock'])).toMatchObject([
    { id: undefined, code: 'Clock', field: 'clock', imported: { name: 'Clock', from: '#app/clock' } },
  ]);
});
