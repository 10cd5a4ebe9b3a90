import { CreateError } from '../../errors.ts';
import { sampleValues } from '../inspect/samples.ts';
import { textsBetween } from './route-pattern.ts';
import type { Placeholder } from './route-pattern.ts';

/** A path that the route answers, for its test: optional parts included. */
export function samplePath(
  path: string,
  placeholders: readonly Placeholder[],
  tokens: Readonly<Record<string, string>>,
): { path: string; params: Record<string, string> } {
  const params: Record<string, string> = {};
  for (const { name, restriction, rest } of placeholders) {
    const restrictions = [restriction, tokens[name]].filter((source) => source !== undefined);
    const [value] = sampleValues({ name, restrictions, rest }, 1);
    if (value === undefined) {
      throw new CreateError(
        `No value is known that {${name}} accepts, which the test needs: register this route by hand, or restrict it less.`,
      );
    }
    params[name] = value;
  }
  const parts = textsBetween(path, placeholders).map(
    (text, index) => text.replaceAll(/[[\]]/g, '') + (params[placeholders[index]?.name ?? ''] ?? ''),
  );
  return { path: parts.join(''), params };
}
