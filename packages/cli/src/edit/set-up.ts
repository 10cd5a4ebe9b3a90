import {
  type AnyNode,
  defaultExportOf,
  endOf,
  type File,
  NotUnderstoodError,
  startOf,
  type Statement,
  valueBehind,
} from './syntax.ts';

/** A function that sets up an application, or a group of its routes: `(app) => { … }`. */
export interface SetUp {
  /** The name of the function's parameter. */
  readonly application: string;
  readonly statements: readonly Statement[];
  readonly bodyStart: number;
  readonly bodyEnd: number;
}

/**
 * The function that a module exports as default.
 *
 * @throws NotUnderstoodError when the default export is not a function with one parameter and a body
 */
export function setUpFunction(module: File, file: string): SetUp {
  const found: AnyNode | undefined = valueBehind(defaultExportOf(module, file), module);
  const setUp = found && setUpOf(found);
  if (setUp === undefined) {
    throw new NotUnderstoodError(file, 'its default export is not a function (app) => { … }');
  }
  return setUp;
}

/** A function with one parameter and a body; undefined otherwise. */
export function setUpOf({ params = [], body: block }: AnyNode): SetUp | undefined {
  const [parameter] = params;
  const body = block as (AnyNode & { body?: readonly Statement[] }) | undefined;
  if (parameter?.type !== 'Identifier' || parameter.name === undefined || body?.type !== 'BlockStatement') {
    return undefined;
  }
  return {
    application: parameter.name,
    statements: body.body ?? [],
    bodyStart: startOf(body),
    bodyEnd: endOf(body) - 1,
  };
}
