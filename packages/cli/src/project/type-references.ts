import { posix } from 'node:path';
import { type AnyNode, type File, type Node, parseModule } from '../edit/syntax.ts';
import { TYPES_FOLDER } from './augmentation.ts';

/**
 * Refers to values of a configuration file as types in another file: by the file's imports, or by its named exports.
 * The default export is never used, because its type may depend on these types.
 */
export class References {
  readonly #byName = new Map<string, string>();

  /** @throws NotUnderstoodError when the file has a syntax error */
  constructor(text: string, file: string) {
    if (file.endsWith('.json')) return;
    const module = parseModule(text, file);
    for (const statement of module.program.body) {
      if (statement.type !== 'ImportDeclaration') continue;
      const from = fromTypes(statement.source.value, file);
      for (const specifier of statement.specifiers) {
        if (specifier.type === 'ImportNamespaceSpecifier') continue;
        this.#byName.set(specifier.local.name, referenceTo(from, exportedName(specifier)));
      }
    }
    const own = fromTypes(`./${posix.basename(file)}`, file);
    for (const name of exportedIn(module)) this.#byName.set(name, referenceTo(own, name));
  }

  /** The type of a name, as in `import('#app/db').createDb`. */
  of(value: Node): string | undefined {
    const { type, name } = value as AnyNode;
    return type === 'Identifier' && name !== undefined ? this.#byName.get(name) : undefined;
  }

  /** The type of `new Db(…)`. */
  ofInstance(value: Node): string | undefined {
    const { type, callee, typeParameters, typeArguments } = value as AnyNode;
    if (type !== 'NewExpression' || callee === undefined || (typeParameters ?? typeArguments))
      return undefined;
    const reference = this.of(callee);
    return reference && `InstanceType<typeof ${reference}>`;
  }

  /** The return type of a literal function: the declared type, or the class if it only returns `new Db(…)`. */
  ofResult(value: Node): string | undefined {
    const { type, async: isAsync, generator, returnType, body } = value as AnyNode;
    if (!/^(?:ArrowFunctionExpression|FunctionExpression)$/.test(type) || generator === true)
      return undefined;
    if (returnType) return this.#ofType(returnType.typeAnnotation);
    const result = body === undefined || 'length' in body ? undefined : resultOf(body);
    const instance = result && this.ofInstance(result);
    return instance !== undefined && isAsync === true ? `Promise<${instance}>` : instance;
  }

  /** The type in `{ … } satisfies MailOptions`. */
  ofSatisfied(value: Node): string | undefined {
    const { type, typeAnnotation } = value as AnyNode;
    return type === 'TSSatisfiesExpression' && typeAnnotation ? this.#ofType(typeAnnotation) : undefined;
  }

  #ofType({ type, typeName, typeParameters, typeArguments }: AnyNode): string | undefined {
    if (type !== 'TSTypeReference' || typeName === undefined) return undefined;
    const [parameter, another] = (typeParameters ?? typeArguments)?.params ?? [];
    if (parameter === undefined) return this.of(typeName);
    const isPromise = typeName.name === 'Promise' && !this.#byName.has('Promise') && another === undefined;
    const inner = isPromise ? this.#ofType(parameter) : undefined;
    return inner && `Promise<${inner}>`;
  }
}

/** The expression that a body returns. */
function resultOf(body: AnyNode): AnyNode | undefined {
  if (body.type !== 'BlockStatement') return body;
  const [only, ...others] = body.body as readonly AnyNode[];
  return others.length === 0 && only?.type === 'ReturnStatement' ? (only.argument ?? undefined) : undefined;
}

function referenceTo(module: string, name: string): string {
  const imported = `import('${module.replaceAll(/['\\]/g, String.raw`\$&`)}')`;
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)
    ? `${imported}.${name}`
    : `${imported}['${name}']`;
}

/** The module name as seen from the folder of types. */
function fromTypes(source: string, file: string): string {
  if (!source.startsWith('.')) return source;
  return posix.relative(TYPES_FOLDER, posix.join(posix.dirname(file), source));
}

function exportedName(specifier: {
  readonly type: string;
  readonly imported?: { readonly name?: string; readonly value?: string };
}): string {
  return specifier.type === 'ImportSpecifier'
    ? (specifier.imported?.name ?? specifier.imported?.value ?? '')
    : 'default';
}

/** The names that a module exports where it declares them. */
function exportedIn({ program }: File): string[] {
  return program.body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined;
    if (!declaration) return [];
    const ids =
      declaration.type === 'VariableDeclaration'
        ? declaration.declarations.map(({ id }) => id)
        : 'id' in declaration
          ? [declaration.id]
          : [];
    return ids.flatMap((id) => (id?.type === 'Identifier' ? [id.name] : []));
  });
}
