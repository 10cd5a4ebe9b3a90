import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { messageOf } from '../../errors.ts';
import { templatesFolder } from '../../generator.ts';
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
 * @throws {Error} naming the template, when it names a value that it is not given
 */
export async function render(name: string, values: object): Promise<string> {
  // Loaded here, because loading it takes longer than everything else that a command without templates does.
  const { default: handlebars } = await import('handlebars');
  const source = readFileSync(join(templatesFolder, 'generators', `${name}.hbs`), 'utf8');
  try {
    return handlebars.compile(source, { noEscape: true, strict: true })(values);
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(`The template generators/${name} cannot be rendered: ${reason}`, { cause: error });
  }
}
