import {
  type ArrayExpression,
  defaultExportOf,
  type Expression,
  type File,
  type Node,
  NotUnderstoodError,
  type ObjectExpression,
  parseJson,
  parseModule,
  type Statement,
  textOf,
  valueBehind,
} from './syntax.ts';

/** The value at a path of keys in a configuration file. */
export type Found =
  | { readonly kind: 'list'; readonly node: ArrayExpression }
  | { readonly kind: 'map'; readonly node: ObjectExpression }
  /** No value yet; `within` is the deepest object on the path, and `missing` the remaining keys. */
  | { readonly kind: 'missing'; readonly within: ObjectExpression; readonly missing: readonly string[] };

/** The object that a configuration file exports. */
export class ConfigShape {
  readonly #file: string;
  readonly #module: File | undefined;
  readonly root: ObjectExpression;

  /** @throws NotUnderstoodError when the file doesn't export a literal object */
  constructor(text: string, file: string) {
    this.#file = file;
    if (file.endsWith('.json')) {
      this.root = parseJson(text, file);
      return;
    }
    this.#module = parseModule(text, file);
    const found = this.#resolve(defaultExportOf(this.#module, file));
    if (found?.type !== 'ObjectExpression') {
      throw this.#notUnderstood('its default export is not an object literal in this file');
    }
    this.root = found as ObjectExpression;
  }

  /**
   * Follows keys from the root.
   *
   * @throws NotUnderstoodError when a value on the path is neither an array nor an object, or may come from elsewhere
   */
  find(path: readonly string[]): Found {
    let node = this.root;
    for (const [index, key] of path.entries()) {
      const value = this.#property(node, key);
      const shown = path.slice(0, index + 1).join('.');
      if (value === undefined) {
        if (node.properties.some((property) => property.type === 'SpreadElement')) {
          throw this.#notUnderstood(`a spread beside "${shown}" may contain it`);
        }
        return { kind: 'missing', within: node, missing: path.slice(index) };
      }
      const resolved = this.#resolve(value);
      if (resolved?.type === 'ArrayExpression' && index === path.length - 1) {
        return { kind: 'list', node: resolved as ArrayExpression };
      }
      if (resolved?.type !== 'ObjectExpression') {
        throw this.#notUnderstood(`"${shown}" is not a literal in this file`);
      }
      node = resolved as ObjectExpression;
    }
    return { kind: 'map', node };
  }

  /**
   * A value as data: arrays, objects and literals as such, a call as `{ call, arguments }`, everything else as `{
   * code }`.
   */
  read(node: Node, text: string): unknown {
    return readValue(this.#resolve(node) ?? node, text);
  }

  /**
   * The arguments of a call of a function, also through a constant of this file; undefined when it is not such a
   * call.
   */
  argumentsOf(node: Node, callee: string): readonly Node[] | undefined {
    const value = valueBehind(node, this.#module);
    if (value?.type !== 'CallExpression') return undefined;
    const call = value as Extract<Expression, { type: 'CallExpression' }>;
    return call.callee.type === 'Identifier' && call.callee.name === callee ? call.arguments : undefined;
  }

  /** The literal array of a value; undefined otherwise. */
  listAt(node: Node): ArrayExpression | undefined {
    const resolved = this.#resolve(node);
    return resolved?.type === 'ArrayExpression' ? (resolved as ArrayExpression) : undefined;
  }

  #property(node: ObjectExpression, key: string): Node | undefined {
    const property = node.properties.findLast(
      (property) => property.type !== 'SpreadElement' && !property.computed && keyOf(property) === key,
    );
    if (property === undefined) return undefined;
    if (property.type !== 'ObjectProperty') throw this.#notUnderstood(`"${key}" is a method`);
    return property.value;
  }

  #resolve(node: Node, depth = 0): Node | undefined {
    const value = depth > 20 ? undefined : valueBehind(node, this.#module);
    if (value === undefined) return undefined;
    if (value.type === 'CallExpression') return this.#resolveCall(value as never, depth + 1);
    const result = returned(value);
    return result === undefined ? value : this.#resolve(result, depth + 1);
  }

  // defineConfig({ … }), mergeReplace([…]), or a call of a function without parameters in this file.
  #resolveCall(call: Extract<Expression, { type: 'CallExpression' }>, depth: number): Node | undefined {
    const [argument] = call.arguments;
    if (argument === undefined) return this.#resolve(call.callee, depth);
    const { callee } = call;
    if (callee.type !== 'Identifier' || !['defineConfig', 'mergeReplace'].includes(callee.name))
      return undefined;
    return call.arguments.length === 1 ? this.#resolve(argument, depth) : undefined;
  }

  #notUnderstood(reason: string): NotUnderstoodError {
    return new NotUnderstoodError(this.#file, reason);
  }
}

/** The values in an array or object, without spread values. */
export function valuesIn(found: Found): Node[] {
  if (found.kind === 'missing') return [];
  if (found.kind === 'list') return found.node.elements.filter((element) => element !== null);
  return found.node.properties.flatMap((property) =>
    property.type === 'ObjectProperty' ? [property.value] : [],
  );
}

/** The name of a property that is not computed. */
export function keyOf(property: { readonly key: Node }): string | undefined {
  const key = property.key as Node & { name?: string; value?: unknown };
  if (key.type === 'Identifier') return key.name;
  return key.type === 'StringLiteral' || key.type === 'NumericLiteral' ? String(key.value) : undefined;
}

/** The value that a function without parameters returns, if it does nothing else. */
function returned(node: Node): Node | undefined {
  if (!/^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(node.type)) return undefined;
  const { params, body } = node as Node & { params: unknown[]; body: Node & { body?: Statement[] } };
  if (params.length > 0) return undefined;
  if (body.type !== 'BlockStatement') return body;
  const returns = body.body?.filter((statement) => statement.type === 'ReturnStatement') ?? [];
  return returns.length === 1 ? (returns[0]?.argument ?? undefined) : undefined;
}

function readValue(node: Node, text: string): unknown {
  const expression = node as Expression;
  switch (expression.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return expression.value;
    case 'TemplateLiteral':
      if (expression.expressions.length === 0) return expression.quasis[0]?.value.cooked;
      break;
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return readValue(expression.expression, text);
    case 'CallExpression':
      return {
        call: textOf(text, expression.callee),
        arguments: expression.arguments.map((argument) => readValue(argument, text)),
      };
    case 'ArrayExpression':
      return expression.elements.map((element) => (element === null ? undefined : readValue(element, text)));
    case 'ObjectExpression':
      return Object.fromEntries(
        expression.properties.flatMap((property) => {
          if (property.type !== 'ObjectProperty') return [];
          const key = keyOf(property);
          return key === undefined ? [] : [[key, readValue(property.value, text)]];
        }),
      );
    default:
  }
  return { code: textOf(text, node) };
}
