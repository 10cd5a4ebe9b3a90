import { join } from 'node:path';

import { templatesFolder } from '../../generator.ts';
import { renderTemplate } from '../../render-template.ts';
import { warmUpParser } from '../edit/syntax.ts';

/** Begins to load what renders, so that it is there when the questions have been answered. */
export function warmUp(): void {
  import('handlebars').catch(() => {});
  warmUpParser();
}

/**
 * Renders a template of `templates/generators`.
 *
 * @param name as in `route/handler.ts`
 */
export async function render(name: string, values: object): Promise<string> {
  return renderTemplate(join(templatesFolder, 'generators', `${name}.hbs`), values);
}
