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
import { addServices } from '../resource-edit.ts';
import { type Node, startOf, textOf } from '../syntax.ts';
import { styleOf } from '../text-style.ts';
import { splice } from '../comments.ts';

interface AnyNode extends LiteralFunction {
  readonly name?: string;
  readonly id?: { readonly name?: string };
  readonly init?: Node | null;
  readonly callee?: AnyNode;
  readonly property?: AnyNode;
  readonly arguments?: readonly AnyNode[];
  readonly declarations?: readonly AnyNode[];
}

/**
 * Adds a service to `contract({…}).handle([…], (input, …) => …)` and to the parameters of its function, or to the `services` of
 * a `resource()`, whose handlers get it as their last argument.
 *
 * @returns undefined when the constant is neither
 */
export function injectIntoHandler(
  text: string,
  file: string,
  name: string,
  injection: Injection,
): string | undefined {
  const { declarations = [] } = exportedAs(text, file, name) as AnyNode;
  const declarator = declarations.find(({ id }) => id?.name === name);
  const call = withoutTypes(declarator?.init) as AnyNode | undefined;
  const { callee, arguments: args = [] } = call ?? {};
  if (callee?.name === 'resource') {
    const [, options] = args;
    if (options?.type !== 'ObjectExpression') {
      throw new NotUnderstoodError(file, `the options of ${name} are not a literal in that file`);
    }
    return addServices(text, file, name, options, [quotedAs(injection.code, styleOf(text, file))]);
  }
  return callee?.property?.name === 'handle' ? intoHandle(text, file, name, args, injection) : undefined;
}

function intoHandle(
  text: string,
  file: string,
  name: string,
  args: readonly AnyNode[],
  injection: Injection,
): string {
  const style = styleOf(text, file);
  const run = withoutTypes(args.at(-1)) as AnyNode | undefined;
  if (run?.type !== 'ArrowFunctionExpression') {
    throw new NotUnderstoodError(file, `the handler of ${name} is not an arrow function in that file`);
  }
  const { params = [] } = run;
  const [list] = args.length > 1 ? args : [];
  const services = list === undefined ? undefined : servicesIn(list, file, name);
  if (services !== undefined && holds(services, text, injection)) return text;
  const { field } = injection;
  if (params.some((param) => new RegExp(`(?<![\\w$])${field}(?![\\w$])`).test(textOf(text, param)))) {
    throw new TakenError(`${name} in ${file} has a parameter "${field}" already: rename it first.`);
  }
  const parameter = injection.isKnown ? field : `${field}: ${quotedAs(injection.type, style)}`;
  const [input, ...others] = params;
  checkParameters(services?.items ?? [], others, file, name);
  const edited = addParameter(text, run, input === undefined ? `_input, ${parameter}` : parameter, style);
  const code = quotedAs(injection.code, style);
  return services === undefined
    ? splice(edited, startOf(run), `[${code}], `)
    : insertItem(edited, services, style, () => code);
}
