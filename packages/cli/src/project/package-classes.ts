import { dependenciesIn } from '../edit/manifest-edit.ts';

/** The services of packages of Fw that are classes, and are injected as such. */
const CLASSES: Readonly<Record<string, readonly string[]>> = { 'fw-jobs': ['Jobs', 'JobWorker'] };

/**
 * The names of the classes, and the packages that export them, as far as these are dependencies.
 *
 * @param manifest the text of the project's package.json
 */
export function packageClasses(manifest: string): Map<string, string> {
  const dependencies = dependenciesIn(manifest);
  return new Map(
    Object.entries(CLASSES).flatMap(([name, classes]) =>
      dependencies.has(name) ? classes.map((each): [string, string] => [each, name]) : [],
    ),
  );
}
