import { addImport } from '../imports.ts';
import { injectIntoClass } from './inject-into-class.ts';
import { injectIntoFunction } from './inject-into-function.ts';
import { injectIntoHandler } from './inject-into-handler.ts';
import { exportedAs, type Injection } from '../injected.ts';

/**
 * Injects one more service into an exported class or function: into its static `inject`, a field and its constructor,
 * into both lists of `handle([…], (…) => …)` or `inject([…], (…) => …)`, with which a plain function is wrapped, or into the
 * services of a resource. Nothing else of the text is changed.
 *
 * @param runtime the module that exports `inject`
 * @param own the module of the file itself, from which nothing is imported
 * @returns the same text when the service is already injected
 * @throws NotUnderstoodError when the code can't be edited safely
 * @throws TakenError when a name is in use for something else
 */
export function addInjection(
  text: string,
  file: string,
  name: string,
  injection: Injection,
  { runtime, own }: { readonly runtime: string; readonly own: string },
): string {
  const found = exportedAs(text, file, name);
  const isClass = found.type === 'ClassDeclaration';
  const handled = isClass ? undefined : injectIntoHandler(text, file, name, injection);
  const edited = handled ?? (isClass ? injectIntoClass : injectIntoFunction)(text, file, name, injection);
  if (edited === text) return text;
  const { imported } = injection;
  const isNeeded = imported !== undefined && imported.from !== own && (isClass || imported.isType !== true);
  const complete = isNeeded ? addImport(edited, file, imported) : edited;
  return isClass || handled !== undefined
    ? complete
    : addImport(complete, file, { name: 'inject', from: runtime });
}
