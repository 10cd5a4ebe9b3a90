/**
 * Inspects an app in its own process without serving requests. The parent process, such as `fw`, sends an `InspectionRequest`
 * and receives an `InspectionReport`. The project's entry runs unchanged, but `run()` hands the app over instead of listening.
 * If the entry exports an app as default, as a Worker does, that app is run. Modules are loaded once, so a process can inspect
 * each folder only once.
 *
 * @example
 * const child = fork(fileURLToPath(import.meta.resolve('fw-devtools/inspection')), { execArgv: ['--conditions=development'] });
 * child.on('message', console.log); // { inspection: 1 }, then a report for each request
 * child.send({ id: 0, root: '/path/of/the/site' });
 *
 * @module
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type AnyApplication,
  checkRunOptions,
  type InspectionHost,
  messageOf,
  openApiOf,
  openApiOfResolved,
  type OpenApiResult,
  type RunOptions,
  setInspectionHost,
  VERSION,
} from 'fw-runtime/internal';
import type { ConfigNode, ConfigSetting } from '../describe/config-tree.ts';
import { describeServices, settledServices } from '../describe/describe-services.ts';
import { describe } from '../describe/describe.ts';
import { explain } from '../describe/explain.ts';
import { registeredNames } from '../describe/registered-names.ts';
import { configOf } from '../describe/describe-config.ts';
import { attach } from '../hook.ts';
import { lateWarnings } from '../checks/late-middleware.ts';
import { effectivePipelines, pipelineSnapshot } from '../policies/effective-pipelines.ts';
import { policyViolations } from '../policies/policy-violations.ts';
import { disposed } from './disposed.ts';
import { InspectedFiles } from './static-files.ts';
import { responseTo, type SentAnswer, type SentRequest } from './send-request.ts';
import { eachOf, loadErrors, startErrors } from './error-messages.ts';
import type { InspectionReport, InspectionRequest } from './messages.ts';
import { type PathReport, type PathRequest, readPath } from './read-path.ts';
import type { RequestRecord } from '../recorder/request-json.ts';
import { relativeTo } from '../project/relative-origins.ts';

export type {
  ConfigNode,
  ConfigSetting,
  InspectionReport,
  InspectionRequest,
  PathReport,
  PathRequest,
  RequestRecord,
  SentAnswer,
  SentRequest,
};

/** The version of the messages. Increase the version when a program for the previous version would misread the messages. */
const INSPECTION_VERSION = 1;

/** How long to wait for asynchronous services, in milliseconds. */
const SERVICE_TIMEOUT = 3000;

/** The application that the project's entry has run. */
interface InspectedProject {
  readonly application: AnyApplication;
  readonly options?: RunOptions;
}

/** Inspects one project by running its entry. The project's apps report to the inspection instead of listening. */
class ProjectInspection implements InspectionHost {
  readonly #warnings: string[] = [];
  readonly #errors: string[] = [];
  /** The step that is being waited for, as the beginning of a sentence. */
  #step = '';
  #onRun: (project: InspectedProject) => void = () => {};
  #onFailure: (error: unknown) => void = () => {};

  run(application: object, options: RunOptions | undefined): Promise<never> {
    try {
      checkRunOptions(options ?? {});
    } catch (error) {
      this.#errors.push(messageOf(error));
    }
    for (const warning of lateWarnings(application as AnyApplication)) this.warn(warning);
    this.#onRun({ application: application as AnyApplication, ...(options && { options }) });
    // Code after `await run()` must not run as if the server listened.
    return new Promise(() => {});
  }

  warn(message: string): void {
    this.#warnings.push(message);
  }

  duplicate({ message }: Error): void {
    this.#errors.push(message);
  }

  /** An error that nothing in the project has caught. */
  fail(error: unknown): void {
    this.#onFailure(error);
  }

  async inspect(request: InspectionRequest): Promise<Omit<InspectionReport, 'id'>> {
    // Without anything else that keeps this process alive, a promise that is awaited never settles: `#idle` reports that.
    process.channel?.unref();
    this.#warnings.length = 0;
    this.#errors.length = 0;
    const nothing = { explanations: [], files: [], services: [] };
    try {
      const report = await Promise.race([this.#inspect(request), this.#idle()]);
      return { ...report, faults: [...this.#errors], warnings: [...this.#warnings] };
    } catch (error) {
      const faults = [...this.#errors, ...loadErrors(error)];
      return { ...nothing, faults, warnings: [...this.#warnings] };
    } finally {
      process.channel?.ref();
    }
  }

  /** Fails when nothing is left in this process that could continue. */
  #idle(): Promise<never> {
    return new Promise((_, reject) => {
      process.once('beforeExit', () =>
        reject(new Error(`${this.#step} never finishes: it waits for a promise that stays pending.`)),
      );
    });
  }

  async #inspect(request: InspectionRequest): Promise<Omit<InspectionReport, 'id' | 'faults' | 'warnings'>> {
    const { root, entry = 'public/index.ts', explain: pairs = [], services = [] } = request;
    process.chdir(root);
    const project = await this.#load(root, entry);
    const { application, options } = project;
    const description = relativeTo(root, describe(application));
    const explanations = pairs.map(([method, path]) => relativeTo(root, explain(application, method, path)));
    const staticFiles = new InspectedFiles(description.documentRoot);
    const files = await Promise.all(pairs.map(([method, path]) => staticFiles.nameFor(method, path)));
    if (request.resolve === true) {
      this.#errors.push(...(await this.#unresolved(application)), ...startErrors(application.container));
    }
    const openapi = request.openapi === true ? await this.#documentOf(application, request) : undefined;
    const { container } = application;
    const known = services.filter((id) => container?.has(id) === true);
    const { ids } = (container ?? {}) as { ids?: readonly (string | symbol)[] };
    const listed = ids === undefined ? {} : { ids: ids.map(String) };
    const names = registeredNames(container);
    // Describing has created the services that are registered as middleware, some of them asynchronously.
    if (request.container === true) await settledServices(container, SERVICE_TIMEOUT);
    const described = request.container === true ? describeServices(container) : undefined;
    const config = request.config === true ? configOf(application, options) : undefined;
    this.#step = 'Creating the services that are registered as middleware';
    const policies = request.policies === true ? await policyViolations(application) : undefined;
    const pipelines = request.pipelines === true ? await effectivePipelines(application) : undefined;
    const answer = request.request && (await this.#respond(project, staticFiles, request.request));
    return {
      application: description,
      explanations,
      files,
      services: known,
      ...listed,
      ...(names && { names }),
      ...(openapi && { openapi }),
      ...(config && { config }),
      ...(policies && { policies }),
      ...(pipelines && { pipelines, snapshot: pipelineSnapshot(pipelines) }),
      ...(described && { container: described }),
      ...(answer && { answer: relativeTo(root, answer) }),
    };
  }

  async #respond(project: InspectedProject, files: InspectedFiles, sent: SentRequest): Promise<SentAnswer> {
    this.#step = `${sent.method} ${sent.url}`;
    const failure = new Promise<never>((_, reject) => (this.#onFailure = reject));
    try {
      return await Promise.race([responseTo(project, files, sent), failure]);
    } finally {
      const error = await disposed(project.application.container);
      if (error !== undefined) this.#warnings.push(error);
    }
  }

  /** Errors of services that `#unresolved` reports aren't reported again. */
  async #documentOf(
    application: AnyApplication,
    { resolve = false }: InspectionRequest,
  ): Promise<OpenApiResult> {
    this.#step = 'Generating the OpenAPI document';
    return resolve ? openApiOfResolved(application) : await openApiOf(application);
  }

  /** Runs the project's entry up to where it would listen. */
  #load(root: string, entry: string): Promise<InspectedProject> {
    this.#step = entry;
    return new Promise((resolve, reject) => {
      this.#onRun = resolve;
      this.#onFailure = reject;
      runEntry(root, entry).catch(reject);
    });
  }

  /** The errors of creating the services and classes that are registered as middleware. */
  async #unresolved(application: AnyApplication): Promise<string[]> {
    const found = new Set<string>();
    for (const { place, name, resolve } of application.requestHandler.middleware()) {
      this.#step = `In ${place}: creating "${name}"`;
      try {
        await resolve();
      } catch (error) {
        for (const message of eachOf(error)) found.add(`In ${place}: ${message}`);
      }
    }
    return [...found];
  }
}

async function runEntry(root: string, entry: string): Promise<never> {
  const { default: exported } = (await import(pathToFileURL(join(root, entry)).href)) as {
    readonly default?: { readonly run?: () => Promise<unknown> };
  };
  if (typeof exported?.run === 'function') await exported.run();
  const missing = 'neither calls run() nor exports an application as default';
  throw new Error(`${entry} ${missing}, so there is nothing to inspect.`);
}

attach(VERSION);
const inspection = new ProjectInspection();
setInspectionHost(inspection);
process.on('uncaughtException', (error) => inspection.fail(error));
process.on('disconnect', () => process.exit());
process.on('message', (request: InspectionRequest | ({ readonly id: number } & PathRequest)) => {
  const { id } = request;
  if ('path' in request) process.send?.({ ...readPath(request), id });
  else void inspection.inspect(request).then((report) => process.send?.({ ...report, id }));
});
process.send?.({ inspection: INSPECTION_VERSION });
