import { addCall, type Call } from '../edit/calls.ts';
import { addImport, type Import } from '../edit/imports.ts';
import { styleOf } from '../edit/text-style.ts';
import type { Change } from './change.ts';

/** What is registered: a class, which the file then imports, or a service by its name. */
export interface ByCall extends Call {
  /** Undefined for a service. */
  readonly imported: Import | undefined;
}

/**
 * Adds a call to the function that sets the application up.
 *
 * @param file the path of that function's file, relative to the site
 */
export function registerByCall(change: Change, file: string, { imported, ...call }: ByCall): void {
  const line = imported === undefined ? '' : `import { ${imported.name} } from '${imported.from}';\n`;
  change.edit(
    file,
    '',
    (text) => {
      const edited = addCall(text, file, call);
      return edited === text || imported === undefined ? edited : addImport(edited, file, imported);
    },
    `${line}app${call.print(styleOf('', file))};`,
  );
}
