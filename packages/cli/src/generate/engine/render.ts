import { join } from 'node:path';
import { TEMPLATES_FOLDER } from '../../package-info.ts';
import { renderTemplate } from '#command-line/render-template';
import { preloadParser } from '../../edit/syntax.ts';

/** Starts loading modules that are needed after the prompts. */
export function preload(): void {
  import('handlebars').catch(() => {});
  preloadParser();
}

/**
 * Renders a template of `templates/generators`.
 *
 * @param name as in `route/handler.ts`
 */
export async function render(name: string, values: object): Promise<string> {
  return renderTemplate(join(TEMPLATES_FOLDER, `${name}.hbs`), values);
}
