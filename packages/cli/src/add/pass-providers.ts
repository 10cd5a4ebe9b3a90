import { bracketsOf } from '../edit/break-list.ts';
import { quoted } from '../edit/code.ts';
import { insertItem } from '../edit/insert.ts';
import {
  type AnyNode,
  endOf,
  NotUnderstoodError,
  type ObjectExpression,
  parseModule,
} from '../edit/syntax.ts';
import { lineEnd, styleOf } from '../edit/text-style.ts';
import { splice } from '../edit/comments.ts';

/**
 * Passes the array of `config/providers.ts` to the call of `loadConfig` in a module beside it.
 *
 * @returns the same text when providers are already passed
 * @throws NotUnderstoodError when there is no call with options that are literal
 */
export function passProviders(text: string, file: string): string {
  const module = parseModule(text, file);
  const options = optionsOf(module.program as unknown as AnyNode);
  if (options === undefined) throw new NotUnderstoodError(file, 'it does not call loadConfig({ … })');
  const names = options.properties.map((property) =>
    'key' in property && 'name' in property.key ? property.key.name : '',
  );
  if (names.includes('providers')) return text;
  const style = styleOf(text, file);
  const passed = insertItem(text, bracketsOf(options, options.properties), style, () => 'providers');
  const line = `import providers from ${quoted('./providers.ts', style)}${style.semicolon}`;
  const last = module.program.body.findLast(({ type }) => type === 'ImportDeclaration');
  if (last === undefined) return `${line}${style.eol}${style.eol}${passed}`;
  return splice(passed, lineEnd(passed, endOf(last)), `${style.eol}${line}`);
}

/** The options of `loadConfig`, in the first call found. */
function optionsOf(node: AnyNode): ObjectExpression | undefined {
  const [argument] = node.arguments ?? [];
  if (node.type === 'CallExpression' && node.callee?.name === 'loadConfig') {
    return argument?.type === 'ObjectExpression' ? (argument as ObjectExpression) : undefined;
  }
  for (const value of Object.values(node)) {
    const children = (Array.isArray(value) ? value : [value]) as readonly unknown[];
    for (const child of children) {
      if (typeof child !== 'object' || child === null || !('type' in child) || !('start' in child)) continue;
      const found = optionsOf(child as AnyNode);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
