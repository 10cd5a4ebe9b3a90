import type { Answers } from '#command-line/flag';
import type { Project } from '../../project/project.ts';
import {
  isSingle,
  readRequested,
  readRoutePath,
  reasonWhyInvalid,
  requestedRoutes,
  splitMethods,
} from '../engine/requested-routes.ts';
import { validateFieldsOf } from '../contract/existing-schemas.ts';
import { fieldsIn, inputPartOf, MIXED_PARTS, validateFlatFields } from '../contract/fields.ts';
import { type GeneratedProject, listOf } from '../engine/generator.ts';

/** The reason why paths are invalid; undefined when they are valid. */
export async function validatePaths(
  answer: string,
  answers: Answers,
  project: GeneratedProject,
): Promise<string | undefined> {
  const { group = '' } = answers;
  // This error is reported with the group.
  if ((await validateGroup(group, project)) !== undefined) return undefined;
  for (const line of listOf(answer, '\n')) {
    const { own } = splitMethods(line);
    const wrong = own === undefined ? undefined : wrongMethods(own);
    if (wrong !== undefined) return wrong;
  }
  return reasonWhyInvalid(async () => {
    for (const requested of requestedRoutes({ path: answer })) {
      if (group !== '' && !/^\[?\//.test(requested.path)) {
        return `"${requested.path}" must start with "/": it is the path behind that of its group.`;
      }
      await readRequested(project, requested, group, {});
    }
    return listOf(answer, '\n').length === 0 ? 'A path is needed, as in /post/{id}.' : undefined;
  });
}

/** The reason why methods are invalid; undefined when they are valid. */
export function validateMethods(answer: string, { path }: Answers): string | undefined {
  const lines = listOf(path, '\n');
  if (lines.length > 0 && lines.every((line) => splitMethods(line).own !== undefined)) {
    return 'Each path contains its methods: leave --method out.';
  }
  return wrongMethods(answer);
}

function wrongMethods(answer: string): string | undefined {
  const methods = listOf(answer);
  const wrong = methods.find((method) => !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(method));
  if (wrong !== undefined) return `"${wrong}" is not an HTTP method, as in GET or POST.`;
  if (methods.length === 0) return 'At least one method is needed, as in GET; any for every one.';
  if (methods.length > 1 && methods.some((method) => method.toLowerCase() === 'any')) {
    return '"any" includes every method: pass it alone.';
  }
  return undefined;
}

/** The reason why an answer for a single route is invalid; undefined when only one route is generated. */
export function validateForOne(answers: Answers): string | undefined {
  return isSingle(answers)
    ? undefined
    : 'Several routes are named after method and path: leave --name out, or generate them one by one.';
}

/** The reason why a contract is invalid; undefined when it is valid. */
export function validateContract(answer: string, answers: Answers, project: Project): string | undefined {
  if (!isSingle(answers)) return "Several routes can't share one contract: generate them one by one.";
  const [requested] = requestedRoutes(answers);
  const isMixed = requested !== undefined && inputPartOf(requested.methods) === undefined;
  const isQuery = requested !== undefined && inputPartOf(requested.methods) === 'query';
  return (
    validateFieldsOf(project, answer) ??
    (isMixed ? MIXED_PARTS : undefined) ??
    (isQuery ? validateFlatFields(fieldsIn(answer), 'a query') : undefined)
  );
}

/** The reason why a group's prefix is invalid; undefined when it is valid. */
export async function validateGroup(answer: string, project: GeneratedProject): Promise<string | undefined> {
  if (answer === '') return undefined;
  if (!/^\/[^[\]]*[^/[\]]$/.test(answer)) {
    return `"${answer}" is not the prefix of a group: start with "/", end without one, as in /api.`;
  }
  return reasonWhyInvalid(async () => {
    await readRoutePath(project, { path: answer });
    return undefined;
  });
}

/** The reason why constraints are invalid; undefined when they are valid. */
export async function validateTokens(
  answer: string,
  answers: Answers,
  project: GeneratedProject,
): Promise<string | undefined> {
  const wrong = listOf(answer, '\n').find((line) => !/^[A-Za-z_][\w-]*=./s.test(line));
  if (wrong !== undefined) return String.raw`"${wrong}" is not a constraint: write it as in id=\d+.`;
  const { path, group = '' } = answers;
  if (path === undefined) return undefined;
  const tokens = tokensOf({ token: answer });
  return reasonWhyInvalid(async () => {
    const known = new Set<string>();
    for (const requested of requestedRoutes({ path })) {
      const { placeholders } = await readRequested(project, requested, group, tokens);
      for (const { name } of placeholders) known.add(name);
    }
    const unknown = Object.keys(tokens).find((name) => !known.has(name));
    return unknown === undefined
      ? undefined
      : `The path has no placeholder {${unknown}} for --token to constrain: name one that it has.`;
  });
}

/** Regular expressions by placeholder. */
export function tokensOf(answers: Answers): Record<string, string> {
  const pairs = listOf(answers['token'], '\n').map((line): [string, string] => {
    const index = line.indexOf('=');
    return [line.slice(0, index), line.slice(index + 1)];
  });
  return Object.fromEntries(pairs);
}
