import { createRequire } from 'node:module';
import type * as parser from '@babel/parser';
import { messageOf } from '#command-line/errors';

// Loaded by `require`: `import` would first search this CommonJS module for its exports, which takes longer than running it.
const require = createRequire(import.meta.url);
const load = (): typeof parser => require('@babel/parser') as typeof parser;

export type File = ReturnType<(typeof parser)['parse']>;
export type Statement = File['program']['body'][number];
export type Expression = Extract<Statement, { type: 'ExpressionStatement' }>['expression'];
export type ObjectExpression = Extract<Expression, { type: 'ObjectExpression' }>;
export type ArrayExpression = Extract<Expression, { type: 'ArrayExpression' }>;
export type ImportDeclaration = Extract<Statement, { type: 'ImportDeclaration' }>;

/** A node with its position in the text. */
export interface Placed {
  readonly start?: number | null | undefined;
  readonly end?: number | null | undefined;
}

/** Loads the parser before it is needed. */
export function preloadParser(): void {
  load();
}

/**
 * Parses a TypeScript or JavaScript file with positions.
 *
 * @throws NotUnderstoodError when it has a syntax error
 */
export function parseModule(text: string, file: string): File {
  try {
    return load().parse(text, { sourceType: 'module', plugins: ['typescript'] });
  } catch (error) {
    throw new NotUnderstoodError(file, messageOf(error));
  }
}

/** Parses JSON with positions; also with comments and commas at the end, which tsconfig.json may have. */
export function parseJson(text: string, file: string): ObjectExpression {
  const withoutMark = text.replace(/^\uFEFF/, ' ');
  let expression: Expression;
  try {
    if (!/(^|\/)tsconfig[^/]*\.json$/.test(file)) JSON.parse(withoutMark);
    expression = load().parseExpression(withoutMark);
  } catch (error) {
    throw new NotUnderstoodError(file, messageOf(error));
  }
  if (expression.type !== 'ObjectExpression') throw new NotUnderstoodError(file, 'it contains no object');
  return expression;
}

/** Any node of the syntax tree. */
export type Node = Placed & { readonly type: string };

/**
 * The top-level declarations of a module by name: the value of a constant, a function, or undefined for anything
 * else.
 */
export function declarationsIn({ program }: File): Map<string, Node | undefined> {
  const found = new Map<string, Node | undefined>();
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type === 'VariableDeclaration') {
      for (const { id, init } of declaration.declarations) {
        const value = declaration.kind === 'const' ? init : undefined;
        if (id.type === 'Identifier') found.set(id.name, value ?? undefined);
      }
    } else if (declaration && 'id' in declaration) {
      const value = declaration.type === 'FunctionDeclaration' ? declaration : undefined;
      if (declaration.id?.type === 'Identifier') found.set(declaration.id.name, value);
    }
  }
  return found;
}

/**
 * The value that a module exports as default: `export default …` or `export { name as default }`.
 *
 * @throws NotUnderstoodError when it has no default export, or not in this file
 */
export function defaultExportOf({ program }: File, file: string): Node {
  for (const statement of program.body) {
    if (statement.type === 'ExportDefaultDeclaration') return statement.declaration;
    if (statement.type === 'TSExportAssignment') {
      throw new NotUnderstoodError(file, 'it uses "export =": write "export default" instead');
    }
    if (statement.type !== 'ExportNamedDeclaration') continue;
    const found = statement.specifiers.find(
      ({ exported }) => (exported.type === 'Identifier' ? exported.name : exported.value) === 'default',
    );
    if (found === undefined) continue;
    if (found.type === 'ExportSpecifier' && !statement.source) return found.local;
    throw new NotUnderstoodError(file, `its default export comes from "${statement.source?.value ?? ''}"`);
  }
  const isCommonJs = program.body.some(
    (statement) =>
      statement.type === 'ExpressionStatement' &&
      statement.expression.type === 'AssignmentExpression' &&
      isModuleExports(statement.expression.left),
  );
  const reason = isCommonJs
    ? 'it uses "module.exports": write "export default" instead'
    : 'it has no default export';
  throw new NotUnderstoodError(file, reason);
}

/** `module.exports`, or `exports.default`. */
function isModuleExports(node: Node): boolean {
  const { object, property } = node as Node & { object?: { name?: string }; property?: { name?: string } };
  const name = `${object?.name}.${property?.name}`;
  return name === 'module.exports' || name === 'exports.default';
}

const WRAPPER_NODES = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
]);
const MAX_STEPS = 20;

/** A value without its type syntax, resolved through constants of the module; undefined when it isn't literal. */
export function valueBehind(node: Node, module: File | undefined): Node | undefined {
  let found: Node | undefined = node;
  // Constants may refer to each other in a circle.
  for (let step = 0; step < MAX_STEPS && found !== undefined; step++) {
    if (WRAPPER_NODES.has(found.type)) found = (found as Node & { expression: Node }).expression;
    else if (found.type !== 'Identifier') return found;
    else found = module && declarationsIn(module).get((found as Node & { name: string }).name);
  }
  return undefined;
}

/** The name of a member by its key; undefined when the key is computed. */
export function nameOfKey(
  key: { readonly name?: string; readonly value?: unknown } | undefined,
): string | undefined {
  return key?.name ?? (typeof key?.value === 'string' ? key.value : undefined);
}

export function startOf(node: Placed): number {
  return node.start ?? 0;
}

export function endOf(node: Placed): number {
  return node.end ?? 0;
}

/** A node of any type, with the properties that are read. */
export interface AnyNode extends Node {
  readonly name?: string;
  readonly value?: unknown;
  readonly key?: AnyNode;
  readonly callee?: AnyNode;
  readonly object?: AnyNode;
  readonly property?: AnyNode;
  readonly arguments?: readonly AnyNode[];
  readonly params?: readonly AnyNode[];
  readonly body?: AnyNode | readonly AnyNode[];
  readonly argument?: AnyNode | null;
  readonly elements?: readonly (AnyNode | null)[];
  readonly properties?: readonly AnyNode[];
  readonly expression?: AnyNode;
  readonly async?: boolean;
  readonly generator?: boolean;
  readonly returnType?: { readonly typeAnnotation: AnyNode } | null;
  readonly typeAnnotation?: AnyNode;
  readonly typeName?: AnyNode;
  readonly typeParameters?: { readonly params: readonly AnyNode[] } | null;
  readonly typeArguments?: { readonly params: readonly AnyNode[] } | null;
}

/** The text of a node. */
export function textOf(text: string, node: Placed): string {
  return text.slice(startOf(node), endOf(node));
}

/** A file that can't be edited safely. */
export class NotUnderstoodError extends Error {
  readonly file: string;
  readonly reason: string;

  constructor(file: string, reason: string) {
    super(`${file} was not understood: ${reason}.`);
    this.file = file;
    this.reason = reason;
  }
}

/** The result of reading a file; undefined when the file isn't understood. */
export function understood<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotUnderstoodError) return undefined;
    throw error;
  }
}

/** The name or the key is already in use. */
export class TakenError extends Error {}
