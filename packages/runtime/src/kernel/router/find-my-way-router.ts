import findMyWay, { type HTTPMethod } from 'find-my-way';
import { type AdaptedForm, AdaptedRouter, type FindForms } from './adapted-router.ts';
import type { Route } from './route.ts';

// In the order in which `Allow` lists them (rule R10).
const ANY_METHOD: readonly HTTPMethod[] = [
  'HEAD',
  'OPTIONS',
  'GET',
  'POST',
  'PATCH',
  'PUT',
  'TRACE',
  'DELETE',
];

/**
 * Finds routes in a tree of the optional package find-my-way, for apps that move from Fastify. A route for any method handles
 * the eight methods of HTTP (rule R10). find-my-way returns one path only: when a constraint doesn't accept its values, no
 * other path is tried (rule R5). The package generates code, so it doesn't run on platforms such as Workers.
 */
export class FindMyWayRouter extends AdaptedRouter {
  /** @internal */
  static override get name(): string {
    return 'FindMyWayRouter';
  }

  protected override methodsOf({ methods }: Route): readonly string[] {
    return methods ?? ANY_METHOD;
  }

  protected override createFind(forms: readonly AdaptedForm[]): FindForms {
    const router = findMyWay({ maxParamLength: Number.MAX_SAFE_INTEGER });
    // find-my-way takes one handler for a path. The store of the handler is an array of all forms of the path.
    const stores = new Map<string, AdaptedForm[]>();
    for (const form of forms) {
      const pattern = form.toPattern(escape, (index) => `:p${index}`, '*');
      for (const method of form.methods ?? ANY_METHOD) {
        const key = `${method} ${pattern}`;
        const store = stores.get(key);
        if (store !== undefined) store.push(form);
        else {
          stores.set(key, [form]);
          router.on(method as HTTPMethod, pattern, () => {}, stores.get(key));
        }
      }
    }
    return (method, path) => router.find(method as HTTPMethod, escape(path))?.store ?? [];
  }
}

// find-my-way decodes escapes, and ":" and "*" are placeholders, so control characters replace them: no path contains any.
const ESCAPES: Readonly<Record<string, string>> = { '%': '\u0001', '*': '\u0002', ':': '\u0003' };

function escape(text: string): string {
  return text.replace(/[%*:]/g, (character) => ESCAPES[character] as string);
}
