import { bracketsOf } from './break-list.ts';
import { insertItem } from './insert.ts';
import { servicesIn, withoutTypes } from './injected.ts';
import {
  type AnyNode,
  type File,
  nameOfKey,
  type Node,
  NotUnderstoodError,
  parseModule,
  startOf,
  TakenError,
  textOf,
} from './syntax.ts';
import { splice } from './comments.ts';
import { styleOf, type TextStyle } from './text-style.ts';

/** A resource that a file exports. */
export interface ExportedResource {
  /** The exported constant. */
  readonly constant: string;
  readonly prefix: string;
  readonly name: string;
  /** The code of its services. */
  readonly services: readonly string[];
  readonly routes: readonly ExportedRoute[];
}

/** A route of a resource. */
export interface ExportedRoute {
  readonly key: string;
  /** In lower case, as in `get`; undefined where it isn't literal. */
  readonly method: string | undefined;
  /** The path behind the prefix; undefined where it isn't literal. */
  readonly path: string | undefined;
}

/** A route to add to a resource. */
export interface ResourceEntry {
  readonly key: string;
  /** In lower case, as in `get`. */
  readonly method: string;
  /** The path behind the prefix. */
  readonly path: string;
  /** The code of a service that the resource must have. */
  readonly services: readonly string[];
  /** The lines before the resource, such as constants. */
  readonly before: string;
  /**
   * Prints the route.
   *
   * @param method the code that defines a route, as in `route.get`
   */
  print(method: string, style: TextStyle, indentation: string): string;
}

interface FoundResource extends ExportedResource {
  /** The statement that exports it. */
  readonly statement: Node;
  readonly options: AnyNode;
  readonly parameter: AnyNode;
  /** The object of its routes. */
  readonly object: AnyNode;
}

/** The resources that a file exports as literal calls of `resource()`. */
export function resourcesIn(text: string, file: string): ExportedResource[] {
  if (!text.includes('resource(')) return [];
  return found(text, parseModule(text, file));
}

/**
 * Adds a route to a resource, and leaves the rest unchanged.
 *
 * @returns the same text when the route is already there
 * @throws NotUnderstoodError when the resource isn't written out in the file
 * @throws TakenError when the resource has another route with the key
 */
export function addToResource(text: string, file: string, constant: string, entry: ResourceEntry): string {
  const resource = found(text, parseModule(text, file)).find((each) => each.constant === constant);
  if (resource === undefined) throw new NotUnderstoodError(file, `${constant} is not a literal in it`);
  const { object, parameter, statement, options } = resource;
  const style = styleOf(text, file);
  const { code, added } = methodOf(parameter, entry.method);
  const existing = resource.routes.find(({ key }) => key === entry.key);
  if (existing !== undefined) {
    if (existing.method === entry.method && existing.path === entry.path) return text;
    throw new TakenError(`${constant} in ${file} has a route "${entry.key}" already: choose another name.`);
  }
  // From the end of the file, so that earlier positions stay valid.
  let edited = insertItem(text, bracketsOf(object, object.properties ?? []), style, (indentation) =>
    entry.print(code, style, indentation),
  );
  if (added !== undefined) {
    edited = insertItem(edited, bracketsOf(parameter, parameter.properties ?? []), style, () => added, true);
  }
  edited = addServices(edited, file, constant, options, entry.services);
  return entry.before === '' ? edited : splice(edited, startOf(statement), `${entry.before}${style.eol}`);
}

/** Adds services to the options of a resource, which lists them in `services`. */
function addServices(
  text: string,
  file: string,
  constant: string,
  options: AnyNode,
  services: readonly string[],
): string {
  const style = styleOf(text, file);
  const property = (options.properties ?? []).find(({ key }) => nameOfKey(key) === 'services');
  if (property === undefined) {
    if (services.length === 0) return text;
    const brackets = bracketsOf(options, options.properties ?? []);
    return insertItem(text, brackets, style, () => `services: [${services.join(', ')}]`, true);
  }
  const list = servicesIn(property.value as Node, file, constant);
  const present = new Set(list.items.map((item) => textOf(text, item)));
  const missing = services.filter((code) => !present.has(code));
  return missing.length === 0 ? text : insertItem(text, list, style, () => missing.join(', '), true);
}

function found(text: string, { program }: File): FoundResource[] {
  return program.body.flatMap((statement): FoundResource[] => {
    const { declaration } = statement as { declaration?: { declarations?: readonly unknown[] } | null };
    const [first] = (declaration?.declarations ?? []) as { id: AnyNode; init?: AnyNode | null }[];
    const call = withoutTypes(first?.init);
    if (call?.type !== 'CallExpression' || call.callee?.name !== 'resource') return [];
    const [prefix, options, define] = call.arguments ?? [];
    const [parameter] = define?.params ?? [];
    const object = define && returned(define);
    const name = valueOf(options, 'name');
    if (
      typeof prefix?.value !== 'string' ||
      options?.type !== 'ObjectExpression' ||
      typeof name?.value !== 'string' ||
      parameter === undefined ||
      object?.type !== 'ObjectExpression'
    ) {
      return [];
    }
    const services = withoutTypes(valueOf(options, 'services'))?.elements ?? [];
    return [
      {
        constant: first?.id.name ?? '',
        prefix: prefix.value,
        name: name.value,
        services: services.flatMap((each) => (each === null ? [] : textOf(text, each))),
        routes: (object.properties ?? []).flatMap(({ key, value }) => {
          const name = nameOfKey(key);
          return name === undefined ? [] : [{ key: name, ...definitionOf(value as AnyNode, parameter) }];
        }),
        statement,
        options,
        parameter,
        object,
      },
    ];
  });
}

/** The method and the path in `route.get('/', …).handle(…)`. */
function definitionOf(
  handled: AnyNode | undefined,
  parameter: AnyNode,
): Pick<ExportedRoute, 'method' | 'path'> {
  const { callee, arguments: [path] = [] } = handled?.callee?.object ?? {};
  const bound = parameter.properties?.find(({ value }) => (value as AnyNode).name === callee?.name)?.key;
  return {
    method: nameOfKey(callee?.property ?? bound),
    path: typeof path?.value === 'string' ? path.value : undefined,
  };
}

/** The value that a function returns. */
function returned({ body }: AnyNode): AnyNode | undefined {
  if (body === undefined || Array.isArray(body)) return undefined;
  const only = body as AnyNode;
  if (only.type !== 'BlockStatement') return withoutTypes(only);
  const last = (only.body as readonly AnyNode[]).at(-1);
  return last?.type === 'ReturnStatement' ? withoutTypes(last.argument) : undefined;
}

/** The code that defines a route of a method, and the name to add to the parameter for it. */
function methodOf(parameter: AnyNode, method: string): { readonly code: string; readonly added?: string } {
  if (parameter.type === 'Identifier') return { code: `${parameter.name}.${method}` };
  const property = parameter.properties?.find(({ key }) => nameOfKey(key) === method);
  const bound = (property?.value as AnyNode | undefined)?.name;
  if (bound !== undefined) return { code: bound };
  return method === 'delete' ? { code: 'remove', added: 'delete: remove' } : { code: method, added: method };
}

function valueOf(object: AnyNode | undefined, key: string): AnyNode | undefined {
  return object?.properties?.find((property) => nameOfKey(property.key) === key)?.value as
    | AnyNode
    | undefined;
}
