import { addImport } from './imports.ts';
import { injectIntoClass } from './inject-into-class.ts';
import { injectIntoFunction } from './inject-into-function.ts';
import { exportedAs, type Injection } from './injected.ts';

/**
 * Gives a class, or a function, that a file exports one more service: in its static `inject`, a field and its constructor,
 * or in both lists of `inject([…], (…) => …)`, which a plain function is put into. Nothing else of the text is changed.
 *
 * @param runtime the module that exports `inject`
 * @param own the module that the file is, from which nothing has to be imported
 * @returns the same text when it is given the service already
 * @throws NotUnderstoodError when it is written in a way in which that cannot be done safely
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
