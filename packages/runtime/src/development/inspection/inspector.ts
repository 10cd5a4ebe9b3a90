/**
 * The program of a process that looks at a site without serving it. Whoever starts it (`fw` does) sends it an
 * `InspectionRequest` and gets an `InspectionReport`. The site's entry runs as it is; its `run()` hands the application
 * over instead of listening; where it exports an application as default, as a Worker does, that is run. Modules are loaded once, so each folder can be looked at once in a process.
 *
 * @example
 * const child = fork(fileURLToPath(import.meta.resolve('fw-runtime/inspector')), { execArgv: ['--conditions=development'] });
 * child.on('message', console.log); // { inspection: 1 }, then a report for each request
 * child.send({ id: 0, root: '/path/of/the/site' });
 *
 * @module
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type InspectedOptions, type Inspectable, setInspection } from '../../application/inspection.ts';
import { messageOf } from '../../errors/describe.ts';
import { checkRunOptions } from '../../node/run-options.ts';
import type { Servable } from '../../application/servable.ts';
import type { ConfigNode, ConfigSetting } from '../../config/config-tree.ts';
import { describeServices, settledServices } from '../../container/describe-services.ts';
import { describe } from '../../inspect/describe.ts';
import { explain } from '../../inspect/explain.ts';
import type { OpenApiResult } from '../../openapi/document.ts';
import { openApiOf, openApiOfResolved } from '../../openapi/open-api-of.ts';
import { effectivePipelines, pipelineSnapshot, policyViolations } from '../../policies/index.ts';
import { configOf } from './inspected-config.ts';
import { disposed } from './disposed.ts';
import { InspectedFiles } from './inspected-files.ts';
import { answerOf, type SentAnswer, type SentRequest } from './inspected-request.ts';
import { eachOf, faultsOf } from './inspection-faults.ts';
import type { InspectionReport, InspectionRequest } from './inspection-messages.ts';
import type { RequestRecord } from '../recorder/request-record.ts';
import { relativeTo } from '../inspector/relative-origins.ts';

export type {
  ConfigNode,
  ConfigSetting,
  InspectionReport,
  InspectionRequest,
  RequestRecord,
  SentAnswer,
  SentRequest,
};

/** The version of the messages. It grows when a program that knows the one before would misread them. */
const INSPECTION_VERSION = 1;

/** What the site's entry has run. */
interface InspectedSite {
  readonly application: Inspectable & Servable;
  readonly options?: InspectedOptions;
}

const warnings: string[] = [];
const faults: string[] = [];
/** What is waited for, as the beginning of a sentence. */
let currentStep = '';
let onRun: (site: InspectedSite) => void = () => {};
let onFailure: (error: unknown) => void = () => {};

console.warn = (...args: unknown[]): void => void warnings.push(args.map(String).join(' '));
setInspection({
  onRun: (application, options) => {
    try {
      checkRunOptions(options ?? {});
    } catch (error) {
      faults.push(messageOf(error));
    }
    onRun({ application: application as Inspectable & Servable, ...(options && { options }) });
  },
  addFault: ({ message }) => faults.push(message),
});
process.on('uncaughtException', (error) => onFailure(error));
process.on('disconnect', () => process.exit());
process.on('message', (request: InspectionRequest) => {
  void inspect(request).then((report) => process.send?.({ ...report, id: request.id }));
});
process.send?.({ inspection: INSPECTION_VERSION });

/** In milliseconds: how long services that are being made are waited for. */
const LONGEST_MAKING = 3000;

async function inspect(request: InspectionRequest): Promise<Omit<InspectionReport, 'id'>> {
  // When nothing else keeps this process alive, what is waited for never comes: better told at once than never.
  process.channel?.unref();
  warnings.length = 0;
  faults.length = 0;
  const nothing = { explanations: [], files: [], services: [] };
  try {
    const report = await Promise.race([inspectSite(request), idle()]);
    return { ...report, faults: [...faults], warnings: [...warnings] };
  } catch (error) {
    return { ...nothing, faults: [...faults, ...faultsOf(error)], warnings: [...warnings] };
  } finally {
    process.channel?.ref();
  }
}

/** Fails when nothing is left in this process that could go on. */
function idle(): Promise<never> {
  return new Promise((_, reject) => {
    process.once('beforeExit', () =>
      reject(new Error(`${currentStep} waits for something that never happens.`)),
    );
  });
}

async function inspectSite(
  request: InspectionRequest,
): Promise<Omit<InspectionReport, 'id' | 'faults' | 'warnings'>> {
  const { root, entry = 'public/index.ts', explain: asked = [], services = [] } = request;
  process.chdir(root);
  const site = await load(root, entry);
  const { application, options } = site;
  const description = relativeTo(root, describe(application));
  const explanations = asked.map(([method, path]) => relativeTo(root, explain(application, method, path)));
  const staticFiles = new InspectedFiles(description.documentRoot);
  const files = await Promise.all(asked.map(([method, path]) => staticFiles.nameFor(method, path)));
  if (request.resolve === true) faults.push(...(await unresolved(application)));
  const openapi = request.openapi === true ? await documentOf(application, request) : undefined;
  const { container } = application;
  const known = services.filter((id) => container?.has(id) === true);
  const { ids } = (container ?? {}) as { ids?: readonly (string | symbol)[] };
  const listed = ids === undefined ? {} : { ids: ids.map(String) };
  // Describing has looked at the services that stand as middleware, some of which are made asynchronously.
  if (request.container === true) await settledServices(container, LONGEST_MAKING);
  const described = request.container === true ? describeServices(container) : undefined;
  const config = request.config === true ? configOf(application, options) : undefined;
  currentStep = 'Making the services that stand as middleware';
  const policies = request.policies === true ? await policyViolations(application) : undefined;
  const pipelines = request.pipelines === true ? await effectivePipelines(application) : undefined;
  const answer = request.request && (await answerIn(site, staticFiles, request.request));
  return {
    application: description,
    explanations,
    files,
    services: known,
    ...listed,
    ...(openapi && { openapi }),
    ...(config && { config }),
    ...(policies && { policies }),
    ...(pipelines && { pipelines, snapshot: pipelineSnapshot(pipelines) }),
    ...(described && { container: described }),
    ...(answer && { answer: relativeTo(root, answer) }),
  };
}

async function answerIn(site: InspectedSite, files: InspectedFiles, sent: SentRequest): Promise<SentAnswer> {
  currentStep = `${sent.method} ${sent.url}`;
  const failure = new Promise<never>((_, reject) => (onFailure = reject));
  try {
    return await Promise.race([answerOf(site, files, sent), failure]);
  } finally {
    const fault = await disposed(site.application.container);
    if (fault !== undefined) warnings.push(fault);
  }
}

/** What keeps services from being made is told once. */
async function documentOf(
  application: Inspectable,
  { resolve = false }: InspectionRequest,
): Promise<OpenApiResult> {
  currentStep = 'Making the OpenAPI document';
  return resolve ? openApiOfResolved(application) : await openApiOf(application);
}

/** Runs the site's entry up to where it would listen. */
function load(root: string, entry: string): Promise<InspectedSite> {
  currentStep = entry;
  return new Promise((resolve, reject) => {
    onRun = resolve;
    onFailure = reject;
    runEntry(root, entry).catch(reject);
  });
}

async function runEntry(root: string, entry: string): Promise<never> {
  const { default: exported } = (await import(pathToFileURL(join(root, entry)).href)) as {
    readonly default?: { readonly run?: () => Promise<unknown> };
  };
  if (typeof exported?.run === 'function') await exported.run();
  const missing = 'neither calls run() nor exports an application as default';
  throw new Error(`${entry} ${missing}, so there is nothing to look at.`);
}

/** What cannot be made of the services and classes that are named. */
async function unresolved(application: Inspectable): Promise<string[]> {
  const found = new Set<string>();
  for (const { place, name, resolve } of application.middleware()) {
    currentStep = `In ${place}: making "${name}"`;
    try {
      await resolve();
    } catch (error) {
      for (const fault of eachOf(error)) found.add(`In ${place}: ${fault}`);
    }
  }
  return [...found];
}
