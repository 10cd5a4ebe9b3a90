// The program of the inspecting process. It runs in the site, with the site's TypeScript loader and conditions.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { messageOf } from '../../errors.ts';
import { Look } from './look.ts';
import { Recorder } from './recorder.ts';
import type { InspectionRequest, SiteReport } from './report.ts';
import type { Application, Entry, LazyMiddleware, Runtime } from './runtime-shape.ts';

Error.stackTraceLimit = 50;
const warnings: string[] = [];
console.warn = (...args: unknown[]) => void warnings.push(args.map(String).join(' '));

const empty: SiteReport = { faults: [], warnings: [], routes: [], pipeline: [], matches: [], services: [] };
let doing = '';
let recorder: Recorder | undefined;
let runtime: Runtime | undefined;
let failEarly: (error: unknown) => void = () => {};
process.on('uncaughtException', (error) => failEarly(error));
process.on('disconnect', () => process.exit());

process.on('message', (request: InspectionRequest) => {
  void inspect(request).then((report) => process.send?.({ id: request.id, report }));
});
process.send?.({ ready: true });

async function inspect(request: InspectionRequest): Promise<SiteReport> {
  // When nothing else keeps this process alive, what is waited for never comes: better told at once than in 30 seconds.
  process.channel?.unref();
  const report = await Promise.race([describe(request), idle()]);
  process.channel?.ref();
  return report;
}

/** Resolves when nothing is left in this process that could go on. */
function idle(): Promise<SiteReport> {
  return new Promise((resolve) => {
    process.once('beforeExit', () =>
      resolve({ ...empty, faults: [`${doing} waits for something that never happens.`] }),
    );
  });
}

async function describe(request: InspectionRequest): Promise<SiteReport> {
  warnings.length = 0;
  try {
    process.chdir(request.root);
    const require = createRequire(join(request.root, 'package.json'));
    runtime ??= (await import(
      pathToFileURL(require.resolve(`fw-runtime/${request.variant}`)).href
    )) as Runtime;
    recorder ??= new Recorder(runtime);
    recorder.root = request.root;
    recorder.faults = [];
    const application = await load(request.root, recorder);
    const look = new Look(application, recorder);
    const matches = (request.matches ?? []).map(({ method, path }) =>
      look.match({ method, path: new (runtime as Runtime).ServerRequest(path).path }),
    );
    const { container } = application;
    const services = (request.services ?? []).filter((id) => container?.has(id) === true);
    const faults = [...recorder.faults, ...(request.resolve === true ? await unresolved(look) : [])];
    const { routes, pipeline } = look;
    return { faults, warnings: [...warnings], routes, pipeline, matches, services };
  } catch (error) {
    return { ...empty, faults: [...(recorder?.faults ?? []), ...faultsOf(error)], warnings: [...warnings] };
  }
}

/** Runs the site's entry up to where it would listen. */
async function load(root: string, recorder: Recorder): Promise<Application> {
  doing = 'public/index.ts';
  return new Promise((resolve, reject) => {
    recorder.onRun = resolve;
    failEarly = reject;
    import(pathToFileURL(join(root, 'public', 'index.ts')).href).then(
      () => reject(new Error('public/index.ts does not call run(), so there is nothing to look at.')),
      reject,
    );
  });
}

/** Makes every service and class that is named, and tells of those that cannot be made. */
async function unresolved(look: Look): Promise<string[]> {
  const faults = new Set<string>();
  for (const { place, entry } of look.middleware()) {
    doing = `In ${place}: making "${entry.name}"`;
    for (const lazy of leavesOf(entry)) {
      try {
        if (lazy.callable === undefined) await lazy.resolve();
      } catch (error) {
        faults.add(`In ${place}: ${messageOf(error)}`);
      }
    }
  }
  return [...faults];
}

function leavesOf({ target }: Entry): LazyMiddleware[] {
  return Array.isArray(target) ? (target as Entry[]).flatMap(leavesOf) : [target as LazyMiddleware];
}

function faultsOf(error: unknown): string[] {
  if (runtime !== undefined && error instanceof runtime.ConfigError) {
    return error.faults.map(({ file, path, expected, received }) => {
      const place = [file, path].filter(Boolean).join(': ');
      return `${place}: expected ${expected}, received ${received}.`;
    });
  }
  return [messageOf(error)];
}
