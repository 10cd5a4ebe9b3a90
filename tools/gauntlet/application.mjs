// The parts of an application of a case, for two frameworks in one server: one has the guards, the other one the rest.

/** A prefix and a path as one path; both may lack or repeat a slash where they meet. */
export function join(prefix, path) {
  const joined = `${prefix}/${path}`.replaceAll(/\/{2,}/g, '/');
  return joined.length > 1 ? joined.replace(/\/$/, '') : joined;
}

/**
 * Every guard, with its whole path.
 *
 * @returns `{ path, isPrefix }`; the path of a guard for one route has the pattern of the route, `/*` is a prefix
 */
export function guardsOf({ guards = [], routes = [], groups = [], mounts = [] }, at = '') {
  return [
    ...guards.flat().map((path) => ({ path: join(at, path), isPrefix: true })),
    ...routes
      .filter(({ guarded }) => guarded)
      .map(({ path }) => ({ path: join(at, path.replace('/*', '')), isPrefix: path.endsWith('/*') })),
    ...groups.map((group) => ({ path: join(at, group.at), isPrefix: true })),
    ...mounts.flatMap((mount) => guardsOf(mount, join(at, mount.at))),
  ];
}

/** The application without its guards. */
export function withoutGuards({ routes = [], groups = [], mounts = [], ...rest }) {
  return {
    ...rest,
    guards: [],
    routes: [
      ...routes.map((route) => ({ ...route, guarded: false })),
      ...groups.flatMap(({ at, routes }) =>
        routes.map((route) => ({ ...route, path: join(at, route.path) })),
      ),
    ],
    groups: [],
    mounts: mounts.map(withoutGuards),
  };
}

/** The guards that apply to a path of an application itself, as prefixes. */
export function prefixesOf({ guards = [] }) {
  return guards.flat();
}
