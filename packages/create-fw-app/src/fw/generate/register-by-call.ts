import { addCall, type Call } from '../edit/calls.ts';
import { addImport } from '../edit/imports.ts';
import { styleOf } from '../edit/text-style.ts';
import type { Change } from './change.ts';

/** What is registered: a class, which the file then imports, or a service by its name. */
export interface ByCall extends Call {
  readonly name: string;
  readonly isService: boolean;
  /** Where the class comes from. */
  readonly module: string;
}

/**
 * Adds a call to the function that sets the application up.
 *
 * @param file the path of that function's file, relative to the site
 */
export function registerByCall(
  change: Change,
  file: string,
  { name, isService, module, ...call }: ByCall,
): void {
  const imported = isService ? '' : `import { ${name} } from '${module}';\n`;
  change.edit(
    file,
    '',
    (text) => {
      const edited = addCall(text, file, call);
      return edited === text || isService ? edited : addImport(edited, file, { name, from: module });
    },
    `${imported}app${call.print(styleOf('', file))};`,
  );
}
