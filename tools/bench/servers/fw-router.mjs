// The routers of Fw by name. A router whose package or entry point is missing ends the process with code 3, which the runner
// reports as "skipped".
const NOT_THERE = 3;

const entryPoints = {
  TreeRouter: 'fw-runtime',
  FindMyWayRouter: 'fw-runtime/router/find-my-way',
  Rou3Router: 'fw-runtime/router/rou3',
  PathToRegexpRouter: 'fw-runtime/router/path-to-regexp',
};

export async function createRouter(name) {
  try {
    const entryPoint = await import(entryPoints[name]);
    return new entryPoint[name]();
  } catch (error) {
    const isMissing = error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
    if (isMissing) process.exit(NOT_THERE);
    throw error;
  }
}
