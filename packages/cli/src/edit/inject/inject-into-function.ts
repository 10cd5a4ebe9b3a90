import { quotedAs } from '../code.ts';
import {
  addParameter,
  checkParameters,
  exportedAs,
  holds,
  type Injection,
  type LiteralFunction,
  servicesIn,
  withoutTypes,
} from '../injected.ts';
import { insertItem } from '../insert.ts';
import { NotUnderstoodError, TakenError } from '../not-understood.ts';
import { endOf, type Node, startOf, textOf } from '../syntax.ts';
import { styleOf, type TextStyle } from '../text-style.ts';
import { splice } from '../comments.ts';

interface AnyFunction extends LiteralFunction {
  readonly id?: (Node & { readonly name: string }) | null;
  readonly async?: boolean;
  readonly generator?: boolean;
  readonly callee?: Node & { readonly name?: string };
  readonly arguments?: readonly Node[];
}

interface Declarator extends Node {
  readonly id: Node & { readonly name?: string; readonly typeAnnotation?: Node | null };
  readonly init?: Node | null;
}

/** Adds a service to both lists of `inject([…], (…) => …)`; a plain function is wrapped with it. */
export function injectIntoFunction(text: string, file: string, name: string, injection: Injection): string {
  const declaration = exportedAs(text, file, name) as AnyFunction & {
    readonly declarations?: readonly Declarator[];
  };
  const style = styleOf(text, file);
  const parameter = injection.isKnown
    ? injection.field
    : `${injection.field}: ${quotedAs(injection.type, style)}`;
  const begin = `inject([${quotedAs(injection.code, style)}], (${parameter})`;
  if (declaration.type === 'FunctionDeclaration') {
    return aroundDeclaration(text, file, name, declaration, { begin, style });
  }
  const declarator = declaration.declarations?.find(({ id }) => id.name === name);
  const value = withoutTypes(declarator?.init) as AnyFunction | undefined;
  if (value?.type === 'CallExpression' && value.callee?.name === 'inject') {
    return intoLists(text, value, { file, name, injection, parameter, style });
  }
  if (declarator === undefined || !isFunction(value)) {
    throw new NotUnderstoodError(file, `${name} is neither a class nor a function in that file`);
  }
  // The constant's type is the function's type, which now is the type of the inner function.
  const annotation = declarator.id.typeAnnotation;
  const type = annotation ? textOf(text, annotation) : '';
  const wrapped = splice(splice(text, endOf(value), ')'), startOf(value), `${begin}${type} => `);
  return annotation ? wrapped.slice(0, startOf(annotation)) + wrapped.slice(endOf(annotation)) : wrapped;
}

/** Turns `export function now(request) { … }` into a constant. */
function aroundDeclaration(
  text: string,
  file: string,
  name: string,
  declaration: AnyFunction,
  { begin, style }: { readonly begin: string; readonly style: TextStyle },
): string {
  const { id, body, generator } = declaration;
  const isOwn = /\b(?:this|arguments)\b/.test(textOf(text, declaration));
  if (!id || body === undefined || generator === true || isOwn) {
    throw new NotUnderstoodError(file, `${name} is a function that can't become an arrow function`);
  }
  const { async: isAsync } = declaration;
  const head = `const ${name} = ${begin} => ${isAsync === true ? 'async ' : ''}`;
  const signature = text.slice(endOf(id), startOf(body)).trimEnd();
  const rest = textOf(text, body);
  return (
    text.slice(0, startOf(declaration)) +
    `${head}${signature} => ${rest})${style.semicolon}` +
    text.slice(endOf(declaration))
  );
}

function intoLists(
  text: string,
  call: AnyFunction,
  {
    file,
    name,
    injection,
    parameter,
    style,
  }: { file: string; name: string; injection: Injection; parameter: string; style: TextStyle },
): string {
  const [list, given] = call.arguments ?? [];
  const services = servicesIn(list, file, name);
  if (holds(services, text, injection)) return text;
  const make = withoutTypes(given) as AnyFunction | undefined;
  if (!isFunction(make)) {
    throw new NotUnderstoodError(file, `the argument of ${name} isn't a literal function`);
  }
  const params = make.params ?? [];
  if (params.some((param) => param.name === injection.field)) {
    throw new TakenError(`${name} in ${file} has a parameter "${injection.field}" already: rename it first.`);
  }
  const code = quotedAs(injection.code, style);
  const added = (edited: string): string => insertItem(edited, services, style, () => code);
  checkParameters(services.items, params, file, name);
  return added(addParameter(text, make, parameter, style));
}

function isFunction(value: AnyFunction | undefined): value is AnyFunction {
  return value?.type === 'ArrowFunctionExpression' || value?.type === 'FunctionExpression';
}
