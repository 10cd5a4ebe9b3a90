import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InspectionReport, InspectionRequest, PathReport, PathRequest } from 'fw-devtools/inspection';
import { CommandError } from '#command-line/errors';
import { nodeFlags, resolverOf } from './node-flags.ts';
import { EXPORTING_ENTRY, type Project } from './project.ts';

// The version of the messages between this program and the project's inspector.
const KNOWN_VERSION = 1;
const UNKNOWN_RUNTIME =
  "This fw can't inspect the project's fw-runtime: install fw-runtime and fw-cli of the same release.";
/** The time limit for loading a project. */
export const TIME_LIMIT_MILLISECONDS = 30_000;
const isDeno = process.versions['deno'] !== undefined;
const hasProcessGroups = process.platform !== 'win32';

/** The properties of a project that an inspection needs. */
type Looked = Pick<Project, 'root' | 'runtime' | 'entry'>;

/** An open inspection. */
export type Inspection = Pick<ProjectInspection, 'inspect' | 'readPath' | 'closeAndHear' | 'close'>;

/** Starts to inspect a project. */
export type Inspect = (project: Looked, signal: AbortSignal) => Inspection;

/** The way in which a command inspects projects. */
export interface Inspecting {
  /** Cancels the command. */
  readonly signal: AbortSignal;
  /** Inspects projects without a process for each, as in tests. */
  readonly inspect?: Inspect | undefined;
}

export function startInspection(project: Looked, { inspect, signal }: Inspecting): Inspection {
  return inspect?.(project, signal) ?? new ProjectInspection(project, signal);
}

/**
 * A process that loads a project as `npm run dev` would, up to where it would listen, and describes it. It starts
 * immediately, so that it is ready when the prompts are answered.
 */
export class ProjectInspection {
  readonly #project: Looked;
  readonly #child: ChildProcess | undefined;
  readonly #waiting = new Map<number, (outcome: object) => void>();
  readonly #paths = new Map<string, Promise<PathReport>>();
  #inspector = '';
  #output = '';
  #next = 0;
  #ended: Error | undefined;
  readonly #signal: AbortSignal;

  /**
   * @param site with its absolute folder `root`
   * @param signal ends the process; pending inspections fail with its reason
   * @param program the program to run instead of the inspector
   */
  constructor(project: Looked, signal: AbortSignal, program?: string) {
    const { root, runtime } = project;
    this.#project = project;
    this.#signal = signal;
    if (signal.aborted) {
      this.#ended = signal.reason;
      return;
    }
    let execArgv: string[];
    try {
      execArgv = [...nodeFlags({ root, runtime }), ...environmentFlags(project)];
    } catch (error) {
      // Thrown by `inspect`, so that an error in the command itself is reported first.
      this.#ended = error as CommandError;
      return;
    }
    const inspector = resolverOf(root)('fw-devtools/inspection');
    if (inspector === undefined) {
      this.#ended = new CommandError(UNKNOWN_RUNTIME);
      return;
    }
    this.#inspector = inspector;
    this.#child = fork(program ?? inspector, [], {
      cwd: root,
      execArgv,
      env: { ...process.env, NODE_ENV: process.env['NODE_ENV'] ?? 'development' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A process group of its own, so that Ctrl-C reaches only this program, which then ends the whole group.
      detached: hasProcessGroups,
    });
    signal.addEventListener('abort', this.#cancel);
    process.once('exit', this.#kill);
    this.#child.on('message', (message: InspectionReport | { readonly inspection: number } | string) => {
      // The app itself may send messages, for example to a process manager.
      if (typeof message !== 'object' || message === null) return;
      if ('id' in message) this.#settle(message.id, message);
      else if ('inspection' in message && message.inspection !== KNOWN_VERSION)
        this.#fail(new CommandError(UNKNOWN_RUNTIME));
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    }
    this.#child.once('error', (error) => this.#end(error.message));
    this.#child.once('exit', (code) => this.#end(`its process ended with ${code}`));
  }

  /**
   * @throws CommandError when the app ends the process, loading takes longer than 30 seconds, or the inspection is
   *   cancelled
   */
  async inspect(
    request: Omit<InspectionRequest, 'id' | 'entry'>,
    timeLimit: number = TIME_LIMIT_MILLISECONDS,
  ): Promise<InspectionReport> {
    if (this.#ended !== undefined) throw this.#ended;
    if (isDeno && request.root !== this.#project.root) return this.#inspectCopy(request);
    return this.#send<InspectionReport>({ ...request, entry: this.#project.entry }, timeLimit);
  }

  /**
   * Reads the path of a route with the project's own framework, without waiting until the app is loaded.
   *
   * @throws CommandError as `inspect` does
   */
  readPath(request: PathRequest): Promise<PathReport> {
    const key = JSON.stringify(request);
    const read = this.#paths.get(key) ?? this.#send<PathReport>(request, TIME_LIMIT_MILLISECONDS);
    this.#paths.set(key, read);
    return read;
  }

  async #send<Report extends object>(request: object, timeLimit: number): Promise<Report> {
    if (this.#ended !== undefined) throw this.#ended;
    const id = this.#next++;
    let timer: NodeJS.Timeout | undefined;
    const outcome = await new Promise<object>((resolve) => {
      this.#waiting.set(id, resolve);
      const late = new CommandError(
        `The app was not loaded within ${timeLimit / 1000} s: ${this.#project.entry} awaits something before run(), ` +
          'or a service is never ready.',
      );
      timer = setTimeout(() => this.#settle(id, late), timeLimit);
      this.#child?.send({ ...request, id });
    });
    clearTimeout(timer);
    if (outcome instanceof Error) throw outcome;
    return outcome as Report;
  }

  /**
   * Deno reads one package.json per process, that of the running program; so a copy of the project gets its own
   * process.
   */
  async #inspectCopy(request: Omit<InspectionRequest, 'id' | 'entry'>): Promise<InspectionReport> {
    const { root } = request;
    const program = join(root, 'inspect.mjs');
    writeFileSync(program, `import ${JSON.stringify(pathToFileURL(this.#inspector).href)};\n`);
    const copy = new ProjectInspection({ ...this.#project, root }, this.#signal, program);
    try {
      return await copy.inspect(request);
    } finally {
      copy.close();
    }
  }

  /** Ends the process; returns its output. */
  async closeAndHear(): Promise<string> {
    const streams = [this.#child?.stdout, this.#child?.stderr].filter((stream) => stream?.closed === false);
    const closed = Promise.all(streams.map((stream) => stream && once(stream, 'close')));
    this.close();
    await closed;
    return this.#output;
  }

  close(): void {
    // Settled, because their timers would keep this process alive.
    for (const id of this.#waiting.keys()) this.#settle(id, new CommandError('The inspection was closed.'));
    this.#child?.removeAllListeners();
    this.#signal.removeEventListener('abort', this.#cancel);
    process.off('exit', this.#kill);
    this.#kill();
  }

  readonly #cancel = (): void => {
    this.#fail(this.#signal.reason as Error);
    this.close();
  };

  readonly #kill = (): void => {
    const { pid } = this.#child ?? {};
    if (pid === undefined) return;
    try {
      process.kill(hasProcessGroups ? -pid : pid, 'SIGKILL');
    } catch {
      // All of the processes have already ended.
    }
  };

  #settle(id: number, outcome: object): void {
    this.#waiting.get(id)?.(outcome);
    this.#waiting.delete(id);
  }

  #end(reason: string): void {
    const said = this.#output.trim().split('\n').slice(-5).join('\n');
    this.#fail(new CommandError(`The app cannot be loaded: ${reason}.${said === '' ? '' : `\n${said}`}`));
  }

  #fail(error: Error): void {
    this.#ended = error;
    for (const id of this.#waiting.keys()) this.#settle(id, error);
  }
}

/** An entry that exports its application reads no `.env` itself; `fw dev` and wrangler read it. */
function environmentFlags({ root, entry }: Looked): string[] {
  const file = join(root, '.env');
  return entry === EXPORTING_ENTRY && existsSync(file) ? [`--env-file=${file}`] : [];
}
