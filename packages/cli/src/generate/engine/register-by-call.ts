import { addCall, type Call } from '../../edit/calls.ts';
import { addImport, type Import } from '../../edit/imports.ts';
import { styleOf } from '../../edit/text-style.ts';
import type { Change } from './change.ts';

/** A call and its imports. */
export interface ByCall extends Call {
  readonly imports: readonly Import[];
}

/**
 * Adds a call to the function that sets the application up.
 *
 * @param file the path of the function's file, relative to the project
 */
export function registerByCall(change: Change, file: string, { imports, ...call }: ByCall): void {
  const lines = imports.map(({ name, from }) => `import { ${name} } from '${from}';\n`).join('');
  change.edit(
    file,
    '',
    (text) => {
      const edited = addCall(text, file, call);
      return edited === text ? text : imports.reduce((result, item) => addImport(result, file, item), edited);
    },
    `${lines}app${call.print(styleOf('', file))};`,
  );
}
