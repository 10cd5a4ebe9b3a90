import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Output } from '#command-line/output';
import { messageOf } from '#command-line/errors';
import { refreshList } from '../project/generated-files.ts';
import { nodeFlags, resolverOf } from '../project/node-flags.ts';
import { EXPORTING_ENTRY, type Project } from '../project/project.ts';
import { refreshTypes, type TypedNames } from '../project/type-files.ts';
import { TYPES_FOLDER } from '../project/augmentation.ts';
import { errorIn } from './reported-error.ts';
import { HANDOVER_SECRET } from './handover.ts';
import type { InspectAddress } from './inspect-address.ts';
import { type End, AppProcess } from './app-process.ts';
import { watchProject } from './watch-project.ts';

// The debounce time in milliseconds. Several files are often written at once.
const QUIET_MILLISECONDS = 30;

interface Change {
  readonly path: string;
  /** The time by `performance.now()`. */
  readonly at: number;
}

/**
 * Serves an app and, when a file changes, starts the changed version beside it, which takes over when it listens.
 *
 * Each version is a worker of `node:cluster`. This process owns the app's port and hands each connection over
 * unchanged, so that the app sees its clients as if it were alone. No connection is lost, and the app needs no
 * changes.
 */
export class DevServer {
  readonly #project: Project;
  readonly #output: Output;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #processes = new Set<AppProcess>();
  #serving: AppProcess | undefined;
  #starting: AppProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** The first change since a process was last started. */
  #change: Change | undefined;
  #isEnding = false;
  /** Whether a debugger may attach to the app's process. */
  #isInspected = false;
  /** The port that was announced by the app that serves now or served before. */
  #announced: number | undefined;
  /** Counts the starts of an inspected app. */
  #starts = 0;

  /** @param host the address to listen on; undefined to use the environment or the configuration */
  constructor(project: Project, output: Output, host?: string) {
    this.#project = project;
    this.#output = output;
    this.#environment = {
      // Node 22 and newer caches compiled modules here, so that a changed app starts a fifth faster. Node runs
      // the cached code regardless of its origin, so other users must not be able to write to the folder.
      NODE_COMPILE_CACHE:
        process.env['NODE_COMPILE_CACHE'] ?? join(project.root, 'node_modules', '.cache', 'fw-dev'),
      [HANDOVER_SECRET]: randomBytes(24).toString('base64url'),
      // The default of run() in development.
      FW_DEV_HOST: '127.0.0.1',
      ...(host !== undefined && { HOST: host }),
    };
  }

  /**
   * @param inspect where a debugger attaches to the app's process; undefined for none
   * @returns the app's exit code, when `signal` is aborted and every process has ended
   */
  async run(signal: AbortSignal, inspect?: InspectAddress): Promise<number> {
    this.#isInspected = inspect !== undefined;
    // Deno loses a connection that is sent together with a message, and all that follow; on Deno, the processes share
    // the port.
    const isDeno = process.versions['deno'] !== undefined;
    const program = programOf(this.#project);
    // The development tools of the app, if they are installed.
    const attach = resolverOf(this.#project.root)('fw-devtools/attach');
    cluster.schedulingPolicy = isDeno ? cluster.SCHED_NONE : cluster.SCHED_RR;
    cluster.setupPrimary({
      ...(isDeno && attach !== undefined ? preloaded(program, attach) : program),
      // Placed before a TypeScript loader, which would be called for each of its modules.
      execArgv: [
        ...(inspect === undefined ? [] : [inspect.flag]),
        '--import',
        new URL('in-app.js', import.meta.url).href,
        ...(attach === undefined ? [] : ['--import', pathToFileURL(attach).href]),
        ...nodeFlags(this.#project),
      ],
      // Otherwise node:cluster increments this process's inspector port.
      ...(inspect !== undefined && { inspectPort: inspect.port }),
      cwd: this.#project.root,
      // Standard input stays closed, because two processes may run at a time.
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    const killAll = (): void => this.#processes.forEach((app) => app.kill());
    process.once('exit', killAll);
    const stopWatching = watchProject(this.#project.root, (path) => this.#changed(path));
    this.#start();
    if (!signal.aborted) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    }
    stopWatching();
    clearTimeout(this.#timer);
    return this.#end(killAll);
  }

  #changed(path: string): void {
    this.#change ??= { path, at: performance.now() };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => void (this.#isInspected ? this.#startInspected() : this.#start()),
      QUIET_MILLISECONDS,
    );
  }

  /** A debugger has one port, so the previous process ends first. */
  async #startInspected(): Promise<void> {
    const start = ++this.#starts;
    this.#serving = undefined;
    this.#starting = undefined;
    await Promise.all(Array.from(this.#processes, (app) => app.endForDebugger()));
    if (start === this.#starts && !this.#isEnding) this.#start();
  }

  #start(): void {
    refreshList(this.#project.root);
    // The process may start listening at this moment.
    void this.#starting?.retire(this.#serving);
    const change = this.#change;
    this.#change = undefined;
    const app = new AppProcess(
      cluster.fork({ SHUTDOWN_DELAY: '0', ...this.#environment, ...this.#port() }),
      () => void this.#changeOver(app, change),
      () => this.#isLate(app),
    );
    // Shows the line with the debugger's address.
    if (this.#isInspected) app.showErrors();
    this.#starting = app;
    this.#processes.add(app);
    void this.#awaitEndOf(app);
  }

  /**
   * Port 0 is resolved once for all processes. On Bun each process listens for itself, and would choose another port.
   */
  #port(): { PORT?: string; FW_DEV_ANNOUNCED?: string } {
    const port = this.#announced;
    const isShared = process.env['PORT'] === '0' && process.versions.bun !== undefined;
    if (port === undefined) return {};
    return { FW_DEV_ANNOUNCED: `${port}`, ...(isShared && { PORT: `${port}` }) };
  }

  async #awaitEndOf(app: AppProcess): Promise<void> {
    const end = await app.ended;
    this.#processes.delete(app);
    if (this.#isEnding) return;
    if (app === this.#starting) this.#hasNotStarted(end);
    else if (app === this.#serving) this.#hasDied(end);
  }

  async #changeOver(app: AppProcess, change: Change | undefined): Promise<void> {
    if (app !== this.#starting) return;
    const before = this.#serving;
    this.#serving = app;
    this.#announced = app.address?.port;
    this.#starting = undefined;
    await before?.retire(app);
    void app.names.then((names) => this.#refreshTypes(app, names));
    if (change === undefined) return;
    const seconds = ((performance.now() - change.at) / 1000).toFixed(2);
    this.#output.print(`${change.path} changed, reloaded in ${seconds} s.`);
  }

  /** The app is served even when the type files can't be written. */
  #refreshTypes(app: AppProcess, names: TypedNames): void {
    if (app !== this.#serving) return;
    try {
      refreshTypes(this.#project, names);
    } catch (error) {
      this.#report(`${TYPES_FOLDER}/ is not up to date: ${messageOf(error)}`);
    }
  }

  #isLate(app: AppProcess): void {
    // The process may wait for a debugger.
    if (app !== this.#starting || this.#isInspected) return;
    const goesOn = this.#serving === undefined ? '' : ', and the previous version keeps running';
    this.#report(`The app has been starting for 10 s and isn't listening yet${goesOn}.`);
  }

  #hasNotStarted(end: End): void {
    this.#starting = undefined;
    const reported = errorIn(this.#project.root, end.held);
    const problem =
      reported.length > 0 ? reported : [`The process exited${howOf(end)} before the app listened.`];
    const goesOn = "The changed app doesn't start. The previous version keeps running:";
    const waits = "The app doesn't start. It is restarted when a file changes:";
    this.#report(this.#serving === undefined ? waits : goesOn, problem);
    this.#serving?.showError(
      ["The changed app doesn't start; this is the previous version.", ...problem].join('\n'),
    );
  }

  #hasDied(end: End): void {
    this.#serving = undefined;
    this.#announced = undefined;
    this.#report(`The app has exited${howOf(end)}. It restarts when a file changes.`);
  }

  #report(headline: string, lines: readonly string[] = []): void {
    process.stderr.write(`${[this.#output.paint('red', headline), ...lines].join('\n')}\n`);
  }

  async #end(killAll: () => void): Promise<number> {
    this.#isEnding = true;
    const serving = this.#serving;
    const apps = [...this.#processes];
    for (const app of apps) app.end(app === serving);
    // npm forwards a signal that this process has already received, so the second of two simultaneous signals is
    // ignored.
    const listening = setTimeout(() => process.on('SIGINT', killAll), 500);
    const ends = await Promise.all(apps.map((app) => app.ended));
    clearTimeout(listening);
    process.off('SIGINT', killAll);
    const { code, signal } = (serving && ends[apps.indexOf(serving)]) ?? { code: 0, signal: null };
    return code ?? (signal === null ? 0 : 128 + constants.signals[signal]);
  }
}

interface Program {
  readonly exec: string;
  readonly args?: string[];
}

function programOf({ entry }: Project): Program {
  if (entry !== EXPORTING_ENTRY) return { exec: entry };
  return { exec: fileURLToPath(new URL('run-exported.js', import.meta.url)), args: [entry] };
}

/** Runs a program after a module, on Deno, which ignores `--import` among the arguments of a forked process. */
function preloaded({ exec, args = [] }: Program, preload: string): Program {
  return {
    exec: fileURLToPath(new URL('run-preloaded.js', import.meta.url)),
    args: [preload, exec, ...args],
  };
}

function howOf({ code, signal }: End): string {
  return signal === null ? ` with exit code ${code}` : ` by ${signal}`;
}
