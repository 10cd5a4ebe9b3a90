import { addRoute, createRouter, findAllRoutes } from 'rou3';
import { type AdaptedForm, AdaptedRouter, type FindForms } from './adapted-router.ts';
import type { Route } from './route.ts';

/** Finds routes in a tree of the optional package rou3, for apps that use it elsewhere too. */
export class Rou3Router extends AdaptedRouter {
  /** @internal */
  static override get name(): string {
    return 'Rou3Router';
  }

  protected override methodsOf({ methods }: Route): readonly string[] | undefined {
    return methods;
  }

  protected override createFind(forms: readonly AdaptedForm[]): FindForms {
    const router = createRouter<{ readonly form: AdaptedForm; readonly order: number }>();
    for (const [order, form] of forms.entries()) {
      const pattern = form.toPattern(escape, (index) => `:p${index}`, '**');
      for (const method of form.methods ?? ['']) addRoute(router, method, pattern, { form, order });
    }
    return (method, path) =>
      findAllRoutes(router, method, path, { params: false })
        .map(({ data }) => data)
        .toSorted((one, other) => one.order - other.order)
        .map(({ form }) => form);
  }
}

function escape(text: string): string {
  return text.replace(/[:*?+(){}\\]/g, '\\$&');
}
