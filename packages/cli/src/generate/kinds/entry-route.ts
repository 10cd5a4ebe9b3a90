import { posix } from 'node:path';
import { CommandError } from '#command-line/errors';
import { type Import, importsOf } from '../../edit/imports.ts';
import { endOf, type Expression, parseModule } from '../../edit/syntax.ts';
import type { GeneratedProject } from '../engine/generator.ts';
import type { Change } from '../engine/change.ts';
import { answersPath } from '../engine/requested-routes.ts';

/**
 * A route that a project's entry adds by a call, so that an application under test has it only when the test adds it.
 */
export interface EntryRoute {
  readonly imports: readonly Import[];
  readonly call: string;
}

const ROUTE_METHODS = new Set(['get', 'post', 'put', 'patch', 'delete', 'any', 'route']);

/**
 * The call that adds the route for a request, if the entry adds it.
 *
 * @throws CommandError when the call can't be repeated in a test
 */
export async function entryRoute(
  project: GeneratedProject,
  change: Change,
  method: string,
  path: string,
): Promise<EntryRoute | undefined> {
  const text = change.read(project.entry) ?? '';
  const imports = importsOf(text, project.entry);
  for (const statement of parseModule(text, project.entry).program.body) {
    const call = statement.type === 'ExpressionStatement' ? registration(statement.expression) : undefined;
    if (call === undefined || !isFor(call.method, method)) continue;
    if (!(await answersPath(project, call.path, path))) continue;
    const names = call.args.flatMap(namesIn);
    const used = new Map(names.map((name) => [name, name === undefined ? undefined : imports.get(name)]));
    return {
      imports: Array.from(used, ([name, imported]) => {
        if (imported === undefined) {
          throw new CommandError(
            `${method} ${path} is handled by a route that ${project.entry} defines itself, so a test can't add it: ` +
              'move its handler into src/.',
          );
        }
        const from = fromTest(imported.from, project.entry);
        return { name: imported.name === name ? name : `${imported.name} as ${name}`, from };
      }),
      call: `app${text.slice(call.start, call.end)}`,
    };
  }
  return undefined;
}

/** The module name in `test/` for the entry's import of `from`. */
function fromTest(from: string, entry: string): string {
  if (!from.startsWith('.')) return from;
  const path = posix.relative('test', posix.join(posix.dirname(entry), from));
  return path.startsWith('.') ? path : `./${path}`;
}

interface Registration {
  readonly method: string;
  readonly path: string;
  /** The arguments after the path. */
  readonly args: readonly Expression[];
  /** The position after the name of the application. */
  readonly start: number;
  readonly end: number;
}

function registration(expression: Expression): Registration | undefined {
  if (expression.type !== 'CallExpression' || expression.callee.type !== 'MemberExpression') return undefined;
  const { object, property } = expression.callee;
  const [path, ...args] = expression.arguments;
  if (object.type !== 'Identifier' || property.type !== 'Identifier') return undefined;
  if (!ROUTE_METHODS.has(property.name) || path?.type !== 'StringLiteral') return undefined;
  return {
    method: property.name,
    path: path.value,
    args: args as Expression[],
    start: endOf(object),
    end: endOf(expression),
  };
}

/** GET routes handle HEAD too. */
function isFor(registered: string, method: string): boolean {
  if (registered === 'any' || registered === 'route') return true;
  return registered.toUpperCase() === (method === 'HEAD' ? 'GET' : method);
}

/** The names in an argument; undefined for anything but names, strings and arrays of them. */
function namesIn(argument: Expression | null): (string | undefined)[] {
  if (argument?.type === 'StringLiteral') return [];
  if (argument?.type === 'Identifier') return [argument.name];
  if (argument?.type === 'ArrayExpression')
    return argument.elements.flatMap((each) => namesIn(each as Expression));
  return [undefined];
}
