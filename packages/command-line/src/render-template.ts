import { readFile } from 'node:fs/promises';
import { messageOf } from './errors.ts';

/**
 * Renders a file with handlebars: nothing is escaped, and a name without a value is an error.
 *
 * @throws Error naming the file
 */
export async function renderTemplate(file: string, values: object): Promise<string> {
  // Loaded here, so that a command without templates does not wait for it.
  const { default: handlebars } = await import('handlebars');
  const source = await readFile(file, 'utf8');
  try {
    return handlebars.compile(source, { noEscape: true, strict: true })(values);
  } catch (error) {
    throw new Error(`The template ${file} cannot be rendered: ${messageOf(error)}`, { cause: error });
  }
}
