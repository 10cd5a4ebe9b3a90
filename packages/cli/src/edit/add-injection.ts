import { addImport } from './imports.ts';
import { injectIntoClass } from './inject-into-class.ts';
import { injectIntoFunction } from './inject-into-function.ts';
import { exportedAs, type Injection } from './injected.ts';

/**
 * Injects one more service into an exported class or function: into its static `inject`, a field and its constructor,
 * or into both lists of `inject([…], (…) => …)`, with which a plain function is wrapped. Nothing else of the text is
 * changed.
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
  const edited = isClass
    ? injectIntoClass(text, file, name, injection)
    : injectIntoFunction(text, file, name, injection);
  if (edited === text) return text;
  const { imported } = injection;
  const isNeeded = imported !== undefined && imported.from !== own && (isClass || imported.isType !== true);
  const complete = isNeeded ? addImport(edited, file, imported) : edited;
  return isClass ? complete : addImport(complete, file, { name: 'inject', from: runtime });
}
