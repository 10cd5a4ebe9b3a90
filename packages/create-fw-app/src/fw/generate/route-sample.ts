import { CreateError } from '../../errors.ts';
import type { Code } from '../edit/code.ts';
import type { PlaceholderReport, SegmentReport } from '../inspect/report.ts';
import { samplePaths } from '../inspect/samples.ts';
import type { RoutePath } from './route-pattern.ts';

/** A path that the route answers, for its test. */
export function samplePath(
  path: string,
  { placeholders }: RoutePath,
  tokens: Readonly<Record<string, string>>,
): { path: string; params: Record<string, Code> } {
  // The parts of the path as segments of one form, the longest: optional parts included.
  const parts: (string | PlaceholderReport)[] = [];
  let rest = path;
  for (const { name, restriction, rest: isRest } of placeholders) {
    const written = restriction === undefined ? `{${name}}` : `{${name}:${restriction}}`;
    const index = rest.indexOf(written);
    parts.push(rest.slice(0, index).replaceAll(/[[\]]/g, ''));
    const restrictions = [restriction, tokens[name]].filter((source) => source !== undefined);
    parts.push({ name, restrictions, rest: isRest });
    rest = rest.slice(index + written.length);
  }
  parts.push(rest.replaceAll(/[[\]]/g, ''));
  const form: SegmentReport[] = [parts];
  const params: Record<string, Code> = {};
  for (const part of parts) {
    if (typeof part === 'string') continue;
    const [value] = samplePaths([[part]], 1);
    if (value === undefined) {
      throw new CreateError(
        `No value is known that {${part.name}} accepts, which the test needs: register this route by hand, or restrict it less.`,
      );
    }
    params[part.name] = value.slice(1);
  }
  const [sample = path] = samplePaths(form, 1);
  return { path: sample.slice(1), params };
}
