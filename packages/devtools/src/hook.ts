import { type DevTools, setDevToolsHook, warn } from 'fw-runtime/internal';
import { observer } from './checks/watched-layer.ts';
import { inspectorUrl } from './access/gate.ts';
import { createListener } from './inspector-page/listener.ts';

const tools: DevTools = {
  observer,
  createListener,
  inspectorUrl,
  // The error page is loaded when the first error is rendered.
  renderError: async (...failed) =>
    (await import('./error-page/render-for-developer.ts')).renderForDeveloper(...failed),
};

/**
 * Attaches the development tools to the applications that are created from now on.
 *
 * @param version of fw-runtime; for an application of another version, one warning is logged instead
 */
export function attach(version: string): void {
  let isWarned = false;
  setDevToolsHook((application) => {
    if (application.version === version) return tools;
    if (!isWarned) {
      warn(
        `The development tools are not attached to an application of fw-runtime ${application.version}: fw-devtools ${version} needs the same version.`,
      );
    }
    isWarned = true;
    return undefined;
  });
}

/** Attaches no tools to the applications that are created from now on. */
export function detach(): void {
  setDevToolsHook(undefined);
}
