import { follow, type GroupPlace } from './groups.ts';
import { type AnyNode, NotUnderstoodError, parseModule, type Statement } from './syntax.ts';
import { RESERVED_WORDS } from './code.ts';
import { type SetUp, setUpFunction, setUpOf } from './set-up.ts';

/** The prefix of route names in the groups of a path prefix. */
export function nameInGroups(text: string, file: string, prefix: string): string {
  return groupByCalls(file, setUpFunction(parseModule(text, file), file), prefix).name;
}

/** The name of the parameter that registers a group's routes: the last word of its prefix. */
export function parameterFor(prefix: string, application: string): string {
  const word =
    /[a-z][a-z0-9]*$/.exec(prefix.replaceAll(/\{[^}]*\}/g, '').replace(/\/+$/, ''))?.[0] ?? application;
  return word === application || RESERVED_WORDS.has(word) ? 'group' : word;
}

/** The group for a route, as `follow` finds it. */
export function groupByCalls(file: string, around: SetUp, prefix: string): GroupPlace<SetUp> {
  const groups = around.statements.flatMap((statement) => {
    const [first, register, options] = groupArguments(statement, around.application) ?? [];
    if (first?.type !== 'StringLiteral' || register === undefined) return [];
    const own = String(first.value);
    const enter = (): GroupPlace<SetUp> => {
      const name = options === undefined ? '' : nameOption(options);
      const inner = setUpOf(register);
      if (inner === undefined || name === undefined) {
        throw new NotUnderstoodError(file, `the group "${own}" is not a literal in this file`);
      }
      const rest = prefix.slice(own.replace(/\/$/, '').length);
      const within = rest === '' ? { place: inner, missing: '', name: '' } : groupByCalls(file, inner, rest);
      return { ...within, name: name + within.name };
    };
    return [{ prefix: own, enter }];
  });
  return follow(prefix, around, groups);
}

/** The arguments of `app.group(…)`; undefined when a statement is not such a call. */
export function groupArguments(statement: Statement, application: string): readonly AnyNode[] | undefined {
  const { expression } = statement as { expression?: AnyNode };
  const { property, object } = expression?.callee ?? {};
  const isGroup = property?.name === 'group' && object?.name === application;
  return expression?.type === 'CallExpression' && isGroup ? expression.arguments : undefined;
}

/** The name prefix in a group's options; undefined when it isn't literal. */
function nameOption({ type, properties = [] }: AnyNode): string | undefined {
  if (type !== 'ObjectExpression') return undefined;
  const value = properties.find(({ key }) => key?.name === 'name')?.value;
  if (value === undefined) return properties.some(({ key }) => key === undefined) ? undefined : '';
  return (value as AnyNode).type === 'StringLiteral' ? String((value as AnyNode).value) : undefined;
}
