import {
  type Config,
  type ContainerInterface,
  didYouMean,
  type OpaqueApplication,
  type PolicyConfig,
  toApplication,
} from 'fw-runtime/internal';
import { type Example, exampleOf } from './example.ts';
import { adviceFor, type PolicyFix } from './fix.ts';
import { layersWithin, layoutOf, type Mount } from './layout.ts';
import { isExcepted, policiesOf, type Policy, toPolicy } from './policy.ts';
import { publicFilesIn } from './public-files.ts';
import type { Arrival, Goal, Step } from './walk.ts';
import { goalsIn, type Way, waysTo } from './ways.ts';

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
  /**
   * Whether the request surely reaches the handler. It only may when middleware fails, or when no router could match
   * its path.
   */
  readonly proven?: boolean;
  /** The middleware that doesn't run. */
  readonly layer: string;
  /** The problem and the fix, in one line. */
  readonly message: string;
  /** The change that fixes the violation, as plain data. */
  readonly fix: PolicyFix;
}

// The number of ways that are tried until a request that breaks the policy is found.
const MOST_TRIED = 20;

/**
 * Checks the policies of an application: for every route and every spelling of its paths, whether the middleware surely
 * runs before the handler. Services are created, since a service may be a pipeline. No middleware runs.
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
  const pipe = toApplication(application);
  const judged = (policies ?? policiesOf(configOf(pipe))).map(toPolicy);
  if (judged.length === 0) return [];
  const wanted = judged.flatMap(({ runs, before }) => (before === undefined ? [runs] : [runs, before]));
  const root = await layoutOf(pipe, [...new Set(wanted)]);
  const goals = goalsIn(root);
  return judged.flatMap((policy) =>
    judge(root, policy, goals, pipe.requestHandler.serverConfig.document_root),
  );
}

function judge(
  root: Mount,
  policy: Policy,
  goals: readonly Goal[],
  documentRoot: string | undefined,
): PolicyViolation[] {
  const { names, except, every } = policy;
  const files = documentRoot === undefined || every === undefined ? [] : publicFilesIn(documentRoot, every);
  const mistaken = mistakes(root, policy, goals, files);
  const concerned = goals
    .filter(({ route }) => names?.includes(route.name) ?? true)
    .filter((goal) => !except.some((item) => isExcepted(item, goal)))
    .map((goal) => ({
      goal,
      ...waysTo(root, goal, (paths) => (every === undefined ? true : paths.matches(every))),
    }));
  const found = concerned.flatMap(({ goal, ways, isCut }) => {
    const violation = isCut ? tooMany(policy, goal) : firstViolation(root, policy, goal, ways);
    return violation === undefined ? [] : [violation];
  });
  const isForNothing = mistaken.length === 0 && concerned.every(({ ways }) => ways.length === 0);
  return [
    ...mistaken,
    ...(isForNothing ? [ofPolicy(policy, 'no request that it applies to reaches a route')] : []),
    ...found,
    ...ofFiles(
      policy,
      documentRoot,
      files.filter((path) => !except.includes(path)),
    ),
  ];
}

function firstViolation(
  root: Mount,
  policy: Policy,
  goal: Goal,
  ways: readonly Way[],
): PolicyViolation | undefined {
  let possible: { readonly way: Way; readonly late: Step; readonly example: Example } | undefined;
  let tried = 0;
  for (const way of ways) {
    const late = tooEarly(policy, way, goal);
    if (late === undefined) continue;
    if (possible !== undefined && tried++ >= MOST_TRIED) break;
    const example = exampleOf(
      root,
      goal,
      way.paths,
      (arrival) => tooEarly(policy, arrival, goal) !== undefined,
    );
    if (example === undefined) continue;
    possible = { way, late, example };
    if (example.proven) break;
  }
  if (possible === undefined) return undefined;
  const { way, late, example } = possible;
  const { method, path, proven } = example;
  const { reason, advice, fix } = adviceFor(root, policy, goal, way, late);
  const { name } = goal.route;
  const verb = proven ? 'reaches' : 'may reach';
  const place =
    late === way.steps.at(-1) ? `the route "${name}"` : `"${late.layer.name}" of the route "${name}"`;
  return {
    policy: policy.text,
    route: name,
    method,
    path,
    proven,
    layer: policy.runs,
    message: `The policy "${policy.text}" is violated: ${method} ${path} ${verb} ${place} without running ${policy.runs} first, because ${reason}. ${advice}`,
    fix,
  };
}

/** The first step that the policy's layer should have run before, but may not have. */
function tooEarly({ runs, before }: Policy, { steps }: Arrival, { mount }: Goal): Step | undefined {
  return steps.find(({ layer, before: ran }, index) => {
    const isMeant =
      index === steps.length - 1 ||
      (before === 'dispatch' || before === 'routing'
        ? layer.kind === before && layer.owner === mount
        : before !== undefined && layer.names.has(before));
    return isMeant && !ran.some(({ names }) => names.has(runs));
  });
}

/** The parts of a policy that match nothing in the application. */
function mistakes(
  root: Mount,
  policy: Policy,
  goals: readonly Goal[],
  files: readonly string[],
): PolicyViolation[] {
  const names = goals.map(({ route }) => route.name);
  const unknown = (policy.names ?? []).filter((name) => !names.includes(name));
  const unused = policy.except.filter(
    (item) => !files.includes(item) && !goals.some((goal) => isExcepted(item, goal)),
  );
  const layers = layersWithin(root).flatMap((layer) => [...layer.names]);
  const { before } = policy;
  const isKnown = before === undefined || layers.includes(before);
  return [
    ...unknown.map((name) => ofPolicy(policy, `no route is named "${name}"`, didYouMean(name, names))),
    ...unused.map((item) =>
      ofPolicy(policy, `the exception "${item}" matches no route`, didYouMean(item, names)),
    ),
    ...(isKnown ? [] : [ofPolicy(policy, `no middleware is named "${before}"`, didYouMean(before, layers))]),
  ];
}

function ofPolicy(policy: Policy, problem: string, hint = 'change or remove the policy.'): PolicyViolation {
  return {
    policy: policy.text,
    layer: policy.runs,
    message: `The policy "${policy.text}" doesn't match the application: ${problem}; ${hint || 'change it.'}`,
    fix: { kind: 'policy' },
  };
}

function tooMany(policy: Policy, { route }: Goal): PolicyViolation {
  return {
    policy: policy.text,
    route: route.name,
    layer: policy.runs,
    message: `The policy "${policy.text}" can't be proven for the route "${route.name}": too many path prefixes and parameters overlap on its paths; give the route a more specific path.`,
    fix: { kind: 'policy' },
  };
}

function ofFiles(
  policy: Policy,
  folder: string | undefined,
  [path, ...others]: readonly string[],
): PolicyViolation[] {
  if (path === undefined) return [];
  const what = others.length === 0 ? 'is a file' : `and ${others.length} more are files`;
  return [
    {
      policy: policy.text,
      method: 'GET',
      path,
      proven: true,
      layer: policy.runs,
      message: `The policy "${policy.text}" is violated: GET ${path} ${what} in ${folder}, which are sent before any middleware. Move them out of ${folder}, or name them in "except".`,
      fix: { kind: 'policy' },
    },
  ];
}

/** The configuration that an application was created from. */
function configOf({ container }: { readonly container: ContainerInterface | undefined }): Config {
  return (container?.has('config') === true ? container.get('config') : undefined) ?? {};
}
