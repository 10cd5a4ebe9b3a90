import {
  type Config,
  didYouMean,
  filesBelow,
  isShown,
  type OpaqueApplication,
  type PolicyConfig,
  toApplication,
} from 'fw-runtime/internal';
import { adviceFor, type PolicyFix } from './fix.ts';
import { pipelineOf, itemsWithin, type Pipeline, type RegisteredRoute, routesWithin } from './middleware.ts';
import { isExcepted, isInPattern, type Policy, prefixOf, toPolicy } from './policy.ts';
import { exampleOf, requestsFor, type RouteRequests } from './route-requests.ts';

/** A place where a policy isn't kept, with a request that proves it and the fix. */
export interface PolicyViolation {
  /** The policy in words, such as `/admin/** runs Auth`. */
  readonly policy: string;
  /** The name of the route whose handler is reached; absent when the violation isn't about one route. */
  readonly route?: string;
  /** The method of a request that reaches the handler; absent when the violation isn't about a request. */
  readonly method?: string;
  /** The path of a request that reaches the handler; absent when the violation isn't about a request. */
  readonly path?: string;
  /** Whether the request surely reaches it. It only may when middleware fails, or when no path can be guessed. */
  readonly proven?: boolean;
  /** The middleware that doesn't run. */
  readonly layer: string;
  /** The problem and the fix, in one line. */
  readonly message: string;
  /** The change that fixes the violation, as plain data. */
  readonly fix: PolicyFix;
}

/**
 * Checks the policies of an application: for every registered route that a policy applies to, whether the middleware
 * surely runs before the handler. Services are created, since a service may be a pipeline. No middleware runs.
 *
 * @param application the application, of either variant
 * @param policies the policies to check; the policies of the application's configuration when absent
 * @returns the violations; an empty array when every policy is kept
 * @throws {@link InvalidArgumentError} for anything but an application
 * @example expect(await policyViolations(app)).toEqual([]);
 */
export async function policyViolations(
  application: OpaqueApplication,
  policies?: readonly PolicyConfig[],
): Promise<PolicyViolation[]> {
  const node = toApplication(application);
  const config = node.container?.has('config') ? (node.container.get('config') as Config) : undefined;
  const checked = (policies ?? (Object.values(config?.policies ?? {}) as PolicyConfig[])).map(toPolicy);
  if (checked.length === 0) return [];
  const wanted = checked.flatMap(({ runs, before }) => (before === undefined ? [runs] : [runs, before]));
  const root = await pipelineOf(node, [...new Set(wanted)]);
  const { document_root: folder } = node.requestHandler.serverConfig;
  return checked.flatMap((policy) => violationsOf(policy, root, folder));
}

function violationsOf(policy: Policy, root: Pipeline, documentRoot: string | undefined): PolicyViolation[] {
  const { names, except, pattern } = policy;
  const files = publicFilesIn(documentRoot, pattern);
  const found = unmatchedParts(policy, root, files);
  const concerned = routesWithin(root)
    .filter(({ route }) => names?.includes(route.name) ?? true)
    .filter((registered) => !except.some((item) => isExcepted(item, registered)))
    .map((registered) => ({ registered, requests: requestsFor(registered, pattern) }));
  if (found.length === 0 && concerned.every(({ requests }) => requests.length === 0)) {
    found.push(unmatched(policy, 'no request that it applies to reaches a route'));
  }
  for (const { registered, requests } of concerned) found.push(...violationOf(policy, registered, requests));
  const [file, ...others] = files.filter((path) => !except.includes(path));
  if (file === undefined) return found;
  const what = others.length === 0 ? 'is a file' : `and ${others.length} more are files`;
  const problem = `is violated: GET ${file} ${what} in ${documentRoot}, which are sent before any middleware. Move them out of ${documentRoot}, or name them in "except".`;
  return [...found, reported(policy, problem, { method: 'GET', path: file, proven: true })];
}

function violationOf(
  policy: Policy,
  registered: RegisteredRoute,
  groups: readonly RouteRequests[],
): PolicyViolation[] {
  const { application, route } = registered;
  const { runs, before } = policy;
  // The first step that the guard should have run before, but may not have.
  const lateIn = ({ steps }: Pick<RouteRequests, 'steps'>) =>
    steps.find(({ item: { kind, owner, names }, before: ran }, index) => {
      const isBuiltIn = before === 'dispatch' || before === 'routing';
      const isNamed = isBuiltIn ? kind === before && owner === application : names.has(before ?? '');
      return (isNamed || index === steps.length - 1) && !ran.some((each) => each.names.has(runs));
    });
  let found: PolicyViolation[] = [];
  for (const group of groups) {
    const late = lateIn(group);
    const example = late && exampleOf(registered, group.paths, (request) => lateIn(request) !== undefined);
    if (!late || !example || (found.length > 0 && !example.proven)) continue;
    const { method, path, proven } = example;
    const { reason, advice, fix } = adviceFor(policy, registered, group, late);
    const place = `${late === group.steps.at(-1) ? '' : `"${late.item.name}" of `}the route "${route.name}"`;
    const verb = proven ? 'reaches' : 'may reach';
    const problem = `is violated: ${method} ${path} ${verb} ${place} without running ${runs} first, because ${reason}. ${advice}`;
    found = [reported(policy, problem, { route: route.name, ...example, fix })];
    if (proven) break;
  }
  return found;
}

/** The parts of a policy that match nothing in the application. */
function unmatchedParts(policy: Policy, root: Pipeline, files: readonly string[]): PolicyViolation[] {
  const routes = routesWithin(root);
  const { names = [], except, before } = policy;
  const known = routes.map(({ route }) => route.name);
  const named = itemsWithin(root).flatMap((item) => [...item.names]);
  const unknown = names.filter((name) => !known.includes(name));
  const unused = except
    .filter((item) => !files.includes(item))
    .filter((item) => !routes.some((registered) => isExcepted(item, registered)));
  const missing = before === undefined || named.includes(before) ? [] : [before];
  const report = (problem: string, name: string, all: readonly string[]): PolicyViolation =>
    unmatched(policy, problem, didYouMean(name, all));
  return [
    ...unknown.map((name) => report(`no route is named "${name}"`, name, known)),
    ...unused.map((item) => report(`the exception "${item}" matches no route`, item, known)),
    ...missing.map((name) => report(`no middleware is named "${name}"`, name, named)),
  ];
}

function unmatched(policy: Policy, problem: string, hint = 'change or remove the policy.'): PolicyViolation {
  return reported(policy, `doesn't match the application: ${problem}; ${hint || 'change it.'}`);
}

function reported(policy: Policy, problem: string, more?: Partial<PolicyViolation>): PolicyViolation {
  const message = `The policy "${policy.text}" ${problem}`;
  return { policy: policy.text, layer: policy.runs, message, fix: { kind: 'policy' }, ...more };
}

// A pattern that begins with no literal is for every path, and the files of a document root are for everybody.
function publicFilesIn(folder: string | undefined, pattern: readonly string[] | undefined): string[] {
  if (folder === undefined || pattern === undefined || prefixOf(pattern) === '') return [];
  return filesBelow(folder)
    .filter((path) => isInPattern(pattern, path) && isShown(path))
    .toSorted();
}
