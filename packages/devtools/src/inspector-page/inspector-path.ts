/** The path of the inspector. */
export const INSPECTOR_PATH = '/_fw';

/** @param path canonical */
export function isInspectorPath(path: string): boolean {
  return path === INSPECTOR_PATH || path.startsWith(`${INSPECTOR_PATH}/`);
}
