import { expect, test } from 'vitest';
import { checkProgram } from './program.ts';

test("a platform has the project's type, wherever it imports from", () => {
  for (const entry of ['fw-runtime', 'fw-runtime/b']) {
    const { errors, shown } = checkProgram(`
      import { Application, type Platform } from 'fw-runtime/b';
      declare module '${entry}' {
        interface Platform { env: { readonly KEY: string } }
      }
      const app = new Application();
      app.get('/', (request) => {
        const /*?*/ platform = request.platform;
        const /*?*/ key = platform?.env.KEY;
        const /*?*/ waitUntil = request.waitUntil;
        waitUntil?.(Promise.resolve());
        return new Response(key);
      });
      await app.fetch(new Request('http://localhost/'), { env: { KEY: 'k' } });
      await app.request('/', { platform: { env: { KEY: 'k' } } });
      const onWorkers: (request: Request, env: { KEY: string }, ctx: object) => Promise<Response> = app.fetch;
      const onDeno: (request: Request, info: Platform) => Promise<Response> = app.fetch;
      await app.fetch(new Request('http://localhost/'), { env: { KEY: 1 } });
      export { onDeno, onWorkers };
    `);

    expect(errors).toEqual(["Type 'number' is not assignable to type 'string'."]);
    expect(shown).toEqual({
      platform: 'Platform | undefined',
      key: 'string | undefined',
      waitUntil: 'WaitUntil | undefined',
    });
  }
});
