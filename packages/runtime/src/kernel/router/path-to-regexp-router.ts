import { match } from 'path-to-regexp';
import { type AdaptedForm, AdaptedRouter, type FindForms } from './adapted-router.ts';
import type { Route } from './route.ts';

export { expressPath } from './express-path.ts';

/**
 * Finds routes with the optional package path-to-regexp, the matcher of Express, for apps that move from Express. It tests one
 * route after the other, so the default router is faster in an app with many routes.
 */
export class PathToRegexpRouter extends AdaptedRouter {
  /** @internal */
  static override get name(): string {
    return 'PathToRegexpRouter';
  }

  protected override methodsOf({ methods }: Route): readonly string[] | undefined {
    return methods;
  }

  protected override createFind(forms: readonly AdaptedForm[]): FindForms {
    const matchers = forms.map((form) => {
      const pattern = form.toPattern(escape, (index) => `:p${index}`, '{*rest}');
      return { form, matches: match(pattern, { sensitive: true, trailing: false, decode: false }) };
    });
    return (method, path) =>
      matchers
        .filter(({ form, matches }) => (form.methods?.includes(method) ?? true) && matches(path) !== false)
        .map(({ form }) => form);
  }
}

function escape(text: string): string {
  return text.replace(/[{}()[\]+?!:*\\]/g, '\\$&');
}
