import { NotUnderstoodError } from './not-understood.ts';
import {
  type ArrayExpression,
  type Expression,
  type File,
  type Node,
  type ObjectExpression,
  parseJson,
  parseModule,
  type Statement,
  textOf,
  valueBehind,
} from './syntax.ts';

/** What stands under a key of a configuration file. */
export type Found =
  | { readonly kind: 'list'; readonly node: ArrayExpression }
  | { readonly kind: 'map'; readonly node: ObjectExpression }
  /** Nothing yet; `within` is the deepest map on the way, and `missing` the keys that are still to be written in it. */
  | { readonly kind: 'missing'; readonly within: ObjectExpression; readonly missing: readonly string[] };

/** The map that a configuration file exports, and what stands in it. */
export class ConfigShape {
  readonly #file: string;
  readonly #module: File | undefined;
  readonly root: ObjectExpression;

  /** @throws NotUnderstoodError when the file does not export a map that is written out in it */
  constructor(text: string, file: string) {
    this.#file = file;
    if (file.endsWith('.json')) {
      this.root = parseJson(text, file);
      return;
    }
    this.#module = parseModule(text, file);
    const exported = this.#module.program.body.find(
      (statement) => statement.type === 'ExportDefaultDeclaration',
    );
    if (exported === undefined) throw this.#notUnderstood('it has no default export');
    const found = this.#resolve(exported.declaration);
    if (found?.type !== 'ObjectExpression') {
      throw this.#notUnderstood('its default export is not a map that is written out in this file');
    }
    this.root = found as ObjectExpression;
  }

  /**
   * Follows keys from the root.
   *
   * @throws NotUnderstoodError when something on the way is neither a list nor a map, or may come from elsewhere
   */
  find(path: readonly string[]): Found {
    let node = this.root;
    for (const [index, key] of path.entries()) {
      const value = this.#property(node, key);
      const shown = path.slice(0, index + 1).join('.');
      if (value === undefined) {
        if (node.properties.some((property) => property.type === 'SpreadElement')) {
          throw this.#notUnderstood(`what is spread beside "${shown}" may hold it`);
        }
        return { kind: 'missing', within: node, missing: path.slice(index) };
      }
      const resolved = this.#resolve(value);
      if (resolved?.type === 'ArrayExpression' && index === path.length - 1) {
        return { kind: 'list', node: resolved as ArrayExpression };
      }
      if (resolved?.type !== 'ObjectExpression') {
        throw this.#notUnderstood(`"${shown}" is not written out in this file`);
      }
      node = resolved as ObjectExpression;
    }
    return { kind: 'map', node };
  }

  /** A value as data: lists, maps and literals as such, a call as `{ call, arguments }`, all else as `{ code }`. */
  read(node: Node, text: string): unknown {
    return readValue(this.#resolve(node) ?? node, text);
  }

  /** The arguments of a call of a function, also one that is a constant of this file; undefined when it is no such call. */
  argumentsOf(node: Node, callee: string): readonly Node[] | undefined {
    const value = valueBehind(node, this.#module);
    if (value?.type !== 'CallExpression') return undefined;
    const call = value as Extract<Expression, { type: 'CallExpression' }>;
    return call.callee.type === 'Identifier' && call.callee.name === callee ? call.arguments : undefined;
  }

  /** The list that is written out as a value; undefined when it is none. */
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

  // defineConfig({ … }), mergeReplace([…]), or a call of a function of this file that takes nothing.
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

/** The values in a list or a map, without those that are spread into it. */
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

/** What a function of no parameters returns, when it does nothing else. */
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
