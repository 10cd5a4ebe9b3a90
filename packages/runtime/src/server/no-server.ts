import { UnsupportedRuntimeError } from '../error/coded-errors.ts';

/** `#server` where there is neither Node nor Bun nor Deno, and in a bundle that is not made for them. */
export async function run(): Promise<never> {
  throw new UnsupportedRuntimeError(
    'run()',
    'Node, Bun or Deno',
    'here hand app.fetch to the platform, as "export default app" does, or bundle for Node',
  );
}
